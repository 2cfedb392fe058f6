# A test of CTest for each program: `add_raceproof_test(server)` checks the sources of the target `server` with
# its definitions and include directories. The test fails where there is a race; with DENY also for other
# defects (`DENY deadlock,memory`); *unknown* counts as skipped.
#
#   include(Raceproof)
#   add_raceproof_test(TARGET [NAME test] [DENY kinds] [OPTIONS option...] [ARGS argument...])

find_program(RACEPROOF raceproof)

function(add_raceproof_test target)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "NAME;DENY" "OPTIONS;ARGS")
  if(NOT RACEPROOF)
    message(STATUS "raceproof was not found: ${target} is not checked")
    return()
  endif()
  if(NOT given_NAME)
    set(given_NAME raceproof-${target})
  endif()
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(files)
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.c$")
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
      list(APPEND files ${source})
    endif()
  endforeach()
  set(command ${RACEPROOF} check ${given_OPTIONS})
  if(given_DENY)
    list(APPEND command --deny ${given_DENY})
  endif()
  set(includes $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  set(definitions $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  list(APPEND command
    "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
    "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
    ${files})
  if(given_ARGS)
    list(APPEND command -- ${given_ARGS})
  endif()
  add_test(NAME ${given_NAME} COMMAND ${command} COMMAND_EXPAND_LISTS)
  set_tests_properties(${given_NAME} PROPERTIES SKIP_RETURN_CODE 3)
endfunction()
