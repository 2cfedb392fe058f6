"use strict";
// Steps through schedules, and draws which step comes after which. All that it shows is in the page.
(() => {
  const make = (tag, text, name) => {
    const node = document.createElement(tag);
    node.textContent = text;
    if (name) node.className = name;
    return node;
  };
  const colourOf = (row) => [...row.classList].find((name) => /^t\d$/.test(name)) || "";

  const schedules = [...document.querySelectorAll(".schedule")].map((box) => {
    const rows = [...box.querySelectorAll(".steps > li")];
    const scroll = box.querySelector(".scroll");
    const svg = scroll.querySelector("svg");
    const find = (name) => box.querySelector(name);
    const told = find(".told"), line = find(".now code"), threads = find(".threads"), values = find(".values");
    let at = -1;

    // What every thread holds and every object has after the current step.
    const tell = () => {
      const byThread = new Map(), byObject = new Map();
      for (const row of rows.slice(0, at + 1)) {
        byThread.set(row.dataset.thread, row);
        if (row.dataset.object && row.dataset.value) byObject.set(row.dataset.object, row.dataset.value);
      }
      const entry = (name, text, colour) => {
        const pair = make("div", "", colour);
        pair.append(make("dt", name), make("dd", text));
        return pair;
      };
      threads.replaceChildren(...[...byThread].map(([name, row]) => {
        const locks = row.dataset.locks ? "holds " + row.dataset.locks : "holds no lock";
        const place = row.querySelector(".place");
        return entry(name, (place ? place.textContent + ", " : "") + locks, colourOf(row));
      }));
      values.replaceChildren(...[...byObject].map(([name, value]) => entry(name, "= " + value)));
    };

    // Rows that were never seen have a guessed height, so what is right now may be wrong in the next frame.
    const reveal = (row, frames) => {
      if (row !== rows[at]) return;
      const top = row.offsetTop, bottom = top + row.offsetHeight;
      if (top < scroll.scrollTop || bottom > scroll.scrollTop + scroll.clientHeight) scroll.scrollTop = top - scroll.clientHeight / 2;
      if (frames > 0) requestAnimationFrame(() => reveal(row, frames - 1));
    };

    const go = (to, quiet) => {
      to = Math.max(0, Math.min(rows.length - 1, to));
      if (at >= 0) rows[at].classList.remove("here"), rows[at].removeAttribute("aria-current");
      at = to;
      const row = rows[at];
      row.classList.add("here");
      row.setAttribute("aria-current", "step");
      const text = (name) => (row.querySelector(name) || { textContent: "" }).textContent;
      const place = text(".place") && " at " + text(".place");
      told.replaceChildren(`Step ${at + 1} of ${rows.length}: `, make("strong", row.dataset.thread), `${place}: `, text(".what"));
      told.className = "told";
      for (const old of document.querySelectorAll(".line.here")) old.classList.remove("here");
      const link = row.querySelector("a.place");
      const source = link && document.getElementById(link.hash.slice(1));
      line.replaceChildren();
      if (source) {
        source.classList.add("here");
        const copy = source.cloneNode(true);
        copy.removeAttribute("id");
        line.append(copy);
        const pane = source.closest(".source");
        if (!quiet && getComputedStyle(pane).position === "sticky") {
          const box = source.getBoundingClientRect(), around = pane.getBoundingClientRect();
          if (box.top < around.top + 60 || box.bottom > around.bottom - 60) pane.scrollTop += box.top - around.top - around.height / 2;
        }
      }
      tell();
      if (!quiet) reveal(row, 3);
      const ends = { first: at === 0, previous: at === 0, next: at === rows.length - 1, last: at === rows.length - 1 };
      for (const button of box.querySelectorAll("[data-go]")) button.disabled = ends[button.dataset.go];
    };
    const move = (how) => {
      current = schedule;
      go({ first: 0, previous: at - 1, next: at + 1, last: rows.length - 1 }[how]);
    };

    // Arrows between the rows that are seen, so that long schedules stay smooth.
    const arrows = rows.flatMap((row, to) => (row.dataset.follows || "").split(" ").filter(Boolean).map((from) => [+from, to]));
    const draw = () => {
      if (!rows.length || getComputedStyle(svg).display === "none") return;
      const width = parseFloat(getComputedStyle(box).getPropertyValue("--width")) || 26;
      const seen = (row, edge) => row.offsetTop + (edge ? row.offsetHeight : 0);
      const search = (limit) => {
        let low = 0, high = rows.length;
        while (low < high) {
          const middle = (low + high) >> 1;
          if (seen(rows[middle], true) < limit) low = middle + 1;
          else high = middle;
        }
        return low;
      };
      const first = search(scroll.scrollTop), last = Math.min(rows.length - 1, search(scroll.scrollTop + scroll.clientHeight));
      const x = (row) => (+row.dataset.track + 0.5) * width, y = (row) => row.offsetTop + 14;
      svg.setAttribute("width", width * +box.dataset.tracks);
      svg.setAttribute("height", scroll.clientHeight);
      svg.style.top = scroll.scrollTop + "px";
      const shape = (name, values) => {
        const node = document.createElementNS("http://www.w3.org/2000/svg", name);
        for (const key in values) node.setAttribute(key, values[key]);
        return node;
      };
      const shapes = [];
      for (let track = 0; track < +box.dataset.tracks; track++) {
        const middle = (track + 0.5) * width;
        shapes.push(shape("line", { x1: middle, x2: middle, y1: 0, y2: scroll.clientHeight, stroke: "var(--edge)" }));
      }
      for (const [from, to] of arrows) {
        if (to < first || from > last || shapes.length > 2000) continue;
        const a = rows[from], b = rows[to], top = scroll.scrollTop;
        const [x1, y1, x2, y2] = [x(a), y(a) - top, x(b), y(b) - top];
        const side = x2 > x1 ? -1 : 1;
        const arrow = shape("g", { class: colourOf(a), stroke: "var(--c)", fill: "none" });
        arrow.append(shape("path", { d: `M${x1} ${y1} C${x1} ${(y1 + y2) / 2} ${x2 + side * 14} ${y2} ${x2 + side * 7} ${y2}`, "stroke-width": 1.6 }));
        arrow.append(shape("path", { d: `M${x2 + side * 11} ${y2 - 4} L${x2 + side * 5} ${y2} L${x2 + side * 11} ${y2 + 4}`, "stroke-width": 1.6 }));
        shapes.push(arrow);
      }
      svg.replaceChildren(...shapes);
    };
    let waiting = false;
    const later = () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => { waiting = false; draw(); });
    };

    const schedule = { box, move, later };
    box.classList.add("drawn");
    find(".stepper").hidden = false;
    for (const button of box.querySelectorAll("[data-go]")) button.addEventListener("click", () => move(button.dataset.go));
    scroll.addEventListener("scroll", later, { passive: true });
    box.querySelector(".steps").addEventListener("click", (event) => {
      const row = event.target.closest("li");
      if (row && !event.target.closest("a")) current = schedule, go(rows.indexOf(row));
    });
    if (rows.length) go(0, true);
    later();
    return schedule;
  });

  let current = schedules[0];
  for (const old of document.querySelectorAll(".line.here")) old.classList.remove("here");
  window.addEventListener("resize", () => schedules.forEach((schedule) => schedule.later()));
  document.addEventListener("toggle", () => schedules.forEach((schedule) => schedule.later()), true);
  const keys = { ArrowRight: "next", ArrowLeft: "previous", j: "next", k: "previous", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const how = keys[event.key];
    if (!how || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !current) return;
    const focused = document.activeElement && document.activeElement.closest(".schedule, pre");
    // Keys that scroll do so elsewhere.
    if (focused && focused.matches("pre")) return;
    if (!focused && (event.key === "Home" || event.key === "End")) return;
    const here = focused && schedules.find((schedule) => schedule.box === focused);
    (here || current).move(how);
    event.preventDefault();
  });
})();
