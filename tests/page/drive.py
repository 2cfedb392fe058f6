#!/usr/bin/env python3
"""Opens pages of `raceproof check --format html` in Chromium and uses them as a reader would.

    tests/page/drive.py target/release/raceproof [--screenshots DIRECTORY]

Needs Debian's chromium and chromium-driver. Speaks WebDriver itself, so that nothing else has to be installed.
"""

import argparse
import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
KEYS = {"right": "\ue014", "left": "\ue012", "home": "\ue011", "end": "\ue010", "tab": "\ue004"}
WIDE, NARROW = (1400, 900), (390, 800)


class Browser:
    """A session of Chromium."""

    def __init__(self, folder):
        self.log = open(os.path.join(folder, "driver.log"), "w+", encoding="utf-8")
        command = [shutil.which("chromedriver") or "/usr/bin/chromedriver", "--port=0"]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=subprocess.STDOUT)
        self.base = f"http://127.0.0.1:{self.port()}"
        options = {
            "args": ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
                     "--disable-background-networking", "--disable-component-update", "--disable-sync",
                     "--disable-dev-shm-usage", f"--user-data-dir={folder}/profile"],
        }
        if os.path.exists("/usr/bin/chromium"):
            options["binary"] = "/usr/bin/chromium"
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        session = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.base += f"/session/{session['sessionId']}"

    def port(self):
        """The port that the driver has chosen."""
        while self.process.poll() is None:
            self.log.seek(0)
            found = re.search(r"successfully on port (\d+)", self.log.read())
            if found:
                return found[1]
            time.sleep(0.05)
        raise SystemExit("chromedriver does not start")

    def ask(self, method, path, body=None):
        """A command of WebDriver."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{path}: {error.read().decode()}") from error

    def open(self, page, size, scheme="light"):
        self.ask("POST", "/window/rect", {"width": size[0], "height": size[1]})
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        self.ask("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": media})
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
        self.ask("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics})
        self.ask("POST", "/url", {"url": pathlib.Path(page).resolve().as_uri()})

    def allow_script(self, allowed):
        command = {"cmd": "Emulation.setScriptExecutionDisabled", "params": {"value": not allowed}}
        self.ask("POST", "/goog/cdp/execute", command)

    def run(self, script, *args):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(args)})

    def settle(self):
        """Waits for some frames to be drawn."""
        script = "let n = 6; const done = arguments[0], next = () => n-- ? requestAnimationFrame(next) : done(0); next()"
        self.ask("POST", "/execute/async", {"script": script, "args": []})

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def count(self, selector):
        return self.run("return document.querySelectorAll(arguments[0]).length", selector)

    def click(self, selector):
        found = self.ask("POST", "/element", {"using": "css selector", "value": selector})
        self.ask("POST", f"/element/{next(iter(found.values()))}/click", {})

    def press(self, *names):
        keys = [KEYS.get(name, name) for name in names]
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def complaints(self):
        """What the page has written to the console."""
        return [entry["message"] for entry in self.ask("POST", "/se/log", {"type": "browser"})]

    def picture(self, folder, name):
        if folder:
            data = base64.b64decode(self.ask("GET", "/screenshot"))
            (pathlib.Path(folder) / f"{name}.png").write_bytes(data)

    def close(self):
        self.ask("DELETE", "")
        self.process.terminate()
        self.process.wait()
        self.log.close()


def expect(condition, message):
    if not condition:
        raise SystemExit(f"tests/page: {message}")


def make(raceproof, folder, name, source, *options):
    """The page for a program."""
    page = os.path.join(folder, f"{name}.html")
    command = [raceproof, "check", "--quiet", "--format", "html", "-o", page, *options, source]
    subprocess.run(command, cwd=ROOT, check=False, timeout=120)
    return page


def step_through(browser, page, pictures):
    """A race, step by step."""
    browser.open(page, WIDE)
    title = browser.run("return document.title")
    expect(title.startswith("race") and "bank.c" in title and "raceproof 0." in title, f"title: {title}")
    expect(browser.count("#findings .finding") == browser.count("nav li") > 0, "the list does not have the races")
    first = ".finding .told"
    expect(browser.text(first).startswith("Step 1 of"), f"start: {browser.text(first)}")
    expect(browser.run("return document.querySelector('[data-go=previous]').disabled"), "there is a step before the first")
    browser.click(".finding [data-go=next]")
    expect(browser.text(first).startswith("Step 2 of"), f"next: {browser.text(first)}")
    browser.press("right", "j")
    expect(browser.text(first).startswith("Step 4 of"), f"keys: {browser.text(first)}")
    browser.press("left")
    expect(browser.text(first).startswith("Step 3 of"), f"left: {browser.text(first)}")
    browser.click(".finding [data-go=last]")
    rows = browser.run("return document.querySelector('.steps').children.length")
    expect(browser.text(first).startswith(f"Step {rows} of {rows}"), f"last: {browser.text(first)}")
    expect("holds" in browser.text(".finding .threads"), "no locks are told")
    expect(browser.text(".finding .values") != "", "no values are told")
    expect(browser.text(".finding .now code").strip() != "", "the source line is not told")
    expect(browser.count(".source .line.here") == 1, "the line of the step is not marked in the source")
    expect(browser.count(".finding svg path") > 0, "nothing shows what comes after what")
    expect(browser.count(".source mark.t0") > 0 and browser.count(".source mark.t1") > 0, "accesses are not marked")
    expect(browser.count(".source .keyword") > 10, "the source has no colours")
    browser.click("nav a")
    expect(browser.run("return location.hash") == "#finding-1", "the list does not lead to the race")
    browser.picture(pictures, "race-wide")
    browser.run("document.querySelector('.stepper').scrollIntoView()")
    browser.settle()
    browser.picture(pictures, "race-tracks")
    browser.open(page, WIDE, "dark")
    browser.picture(pictures, "race-dark")
    ground = browser.run("return getComputedStyle(document.body).backgroundColor")
    expect(ground == "rgb(21, 23, 26)", f"dark: {ground}")


def on_a_phone(browser, page, pictures):
    """Everything fits, in one column."""
    browser.open(page, NARROW)
    wide = browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
    expect(wide <= 0, f"the page is {wide} pixels too wide")
    expect(browser.run("return getComputedStyle(document.querySelector('.tracks')).display") == "none", "tracks on a phone")
    browser.click(".finding [data-go=next]")
    expect(browser.text(".finding .told").startswith("Step 2 of"), "no steps on a phone")
    browser.run("document.querySelector('.schedule').scrollIntoView()")
    browser.picture(pictures, "race-phone")


def by_keyboard(browser, page):
    """Everything that can be used can be reached, and says what it is."""
    browser.open(page, WIDE)
    browser.press("tab")
    expect(browser.run("return document.activeElement.className") == "skip", "the first stop is not the way to the findings")
    unnamed = browser.run(
        "return [...document.querySelectorAll('button, a, [role], nav, section')]"
        ".filter(e => !(e.textContent.trim() || e.ariaLabel)).map(e => e.outerHTML)"
    )
    expect(not unnamed, f"without a name: {unnamed}")
    expect(browser.run("return document.documentElement.lang") == "en", "the page has no language")
    broken = browser.run(
        "return [...document.querySelectorAll('a[href^=\"#\"]')].map(a => a.hash.slice(1)).filter(id => !document.getElementById(id))"
    )
    expect(not broken, f"links to nowhere: {broken}")


def without_script(browser, page, pictures):
    """All is there, but for the buttons."""
    browser.allow_script(False)
    browser.open(page, WIDE)
    expect(browser.count(".stepper[hidden]") == browser.count(".stepper") > 0, "buttons that do nothing are shown")
    expect(browser.count(".steps li") > 0 and browser.count(".after") > 0, "the schedule is not told")
    browser.picture(pictures, "race-without-script")
    browser.allow_script(True)


def objects(browser, page, pictures):
    """An open object, with its pairs."""
    browser.open(page, WIDE)
    expect(browser.count(".objects tbody tr") > 0, "no objects")
    if browser.count(".objects details"):
        browser.click(".objects summary")
        expect(browser.run("return document.querySelector('.objects details').open"), "an object does not open")
    browser.run("document.querySelector('.objects').scrollIntoView()")
    browser.picture(pictures, "objects")


def long_schedule(browser, page, folder, pictures):
    """Ten thousand steps: made of a real page, as such schedules are folded."""
    text = pathlib.Path(page).read_text(encoding="utf-8")
    start, rest = text.split('<ol class="steps">', 1)
    steps, end = rest.split("</ol>", 1)
    items = re.findall(r"<li.*?</li>", steps, re.DOTALL)
    many = "".join(re.sub(r' (id|data-follows)="[^"]*"', "", items[i % len(items)]) for i in range(10_000))
    many = many.replace("<li ", '<li data-follows="0" ', 5)
    large = os.path.join(folder, "large.html")
    pathlib.Path(large).write_text(f'{start}<ol class="steps">{many}</ol>{end}', encoding="utf-8")
    browser.open(large, WIDE)
    browser.click(".finding [data-go=last]")
    expect(browser.text(".finding .told").startswith("Step 10000 of 10000"), "the last of many steps")
    browser.settle()
    seen = browser.run(
        "const row = document.querySelector('.steps .here').getBoundingClientRect(),"
        "box = document.querySelector('.scroll').getBoundingClientRect(); return row.top >= box.top && row.bottom <= box.bottom + 1"
    )
    expect(seen, "the last of many steps is not seen")
    shapes = browser.count(".finding svg *")
    expect(shapes < 2000, f"{shapes} shapes are drawn for the few steps that are seen")
    browser.run("document.querySelector('.scroll').scrollIntoView()")
    browser.picture(pictures, "race-long")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("raceproof")
    parser.add_argument("--screenshots")
    given = parser.parse_args()
    raceproof = os.path.abspath(given.raceproof)
    if given.screenshots:
        os.makedirs(given.screenshots, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        race = make(raceproof, folder, "race", "tests/page/bank.c")
        unknown = make(raceproof, folder, "unknown", "tests/page/open.c", "--engine", "modular")
        browser = Browser(folder)
        try:
            step_through(browser, race, given.screenshots)
            on_a_phone(browser, race, given.screenshots)
            by_keyboard(browser, race)
            without_script(browser, race, given.screenshots)
            objects(browser, unknown, given.screenshots)
            long_schedule(browser, race, folder, given.screenshots)
            complaints = browser.complaints()
            expect(not complaints, f"the console has {complaints}")
        finally:
            browser.close()
    print("the pages do what they should")


if __name__ == "__main__":
    sys.exit(main())
