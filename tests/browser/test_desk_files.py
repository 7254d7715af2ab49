"""Whole files beside the map, and strokes of a fast hand."""

from __future__ import annotations

from tests.browser.test_desk_page import Open, Serve, added_lines, digest, point, wait_for_change


def test_a_whole_file_is_changed_beside_the_map(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("scenarios/battle.yaml")
    page.select_option("#file", "scenarios/battle.yaml")
    page.wait_for_selector("#file-text:visible")
    before = digest(page)
    page.fill("#file-text", page.input_value("#file-text") + "# mine\n")
    page.press("#file-text", "Control+s")
    wait_for_change(page, before)
    assert served.text("scenarios/battle.yaml") == old + "# mine\n"


def test_a_text_that_is_not_saved_outlives_a_change_from_outside(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("battle.yaml")
    page.select_option("#file", "battle.yaml")
    page.wait_for_selector("#file-text:visible")
    page.fill("#file-text", "# mine\n" + page.input_value("#file-text"))
    before = digest(page)
    served.write("battle.yaml", old + "# from outside\n")
    wait_for_change(page, before)
    assert page.input_value("#file-text") == "# mine\n" + old
    # Another file is not shown over it.
    page.select_option("#file", "map.yaml")
    assert page.input_value("#file") == "battle.yaml"
    page.press("#file-text", "Control+s")
    page.wait_for_selector("#message:has-text('changed meanwhile')")
    assert page.input_value("#file-text") == "# mine\n" + old
    assert served.text("battle.yaml") == old + "# from outside\n"
    page.press("#file-text", "Escape")
    page.wait_for_function(
        "t => document.getElementById('file-text').value === t", arg=old + "# from outside\n"
    )


def test_a_fast_hand_skips_no_hex_and_a_way_leaves_the_map(serve: Serve, open_page: Open):
    served = serve("teaching-jdg")
    page = open_page(served)
    old = served.text("map.yaml")
    page.click("[data-tool=ways]")
    terrain = page.evaluate("document.getElementById('terrain').options[0].value")
    before = digest(page)
    page.mouse.move(*point(page, "0401", 0, -0.9))
    page.mouse.down()
    page.mouse.move(*point(page, "0404"))
    page.mouse.up()
    wait_for_change(page, before)
    assert added_lines(old, served.text("map.yaml")) == [
        f"  - {{kind: {terrain}, hexes: 0401-0402-0403-0404, from: N}}"
    ]


def test_a_unit_of_the_list_is_brought_into_sight(serve: Serve, open_page: Open):
    page = open_page(serve("rolica-1808"))
    for _ in range(6):
        page.click("#zoom-in")
    page.click("#pieces button >> nth=0")
    page.wait_for_selector("#layer-cursor, .picked", state="attached")
    pane, hexagon = page.locator("#map").bounding_box(), page.locator(".picked").bounding_box()
    assert pane["x"] <= hexagon["x"] and hexagon["x"] + hexagon["width"] <= pane["x"] + pane["width"]
    assert pane["y"] <= hexagon["y"] and hexagon["y"] + hexagon["height"] <= pane["y"] + pane["height"]
