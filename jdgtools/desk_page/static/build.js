// The button that builds the battle as it is now.
// @ts-check
import { showMessage } from "./panels.js";
import { ask } from "./server.js";
import { part, word } from "./state.js";

/** Build when the button is pressed, and say what was made, or why nothing was. */
export function listenToBuild() {
  const button = part("build");
  button.onclick = async () => {
    button.disabled = true;
    showMessage(word("building"));
    try {
      const { folder, files } = await ask("/build", { method: "POST" });
      showMessage(word("built").replace("{n}", String(files.length)).replace("{folder}", () => folder));
    } catch (error) {
      showMessage(/** @type {Error} */ (error).message);
    }
    button.disabled = false;
  };
}
