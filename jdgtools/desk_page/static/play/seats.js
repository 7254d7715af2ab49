// Who plays a side: a person here or by mail, or a bot.
// @ts-check
import { element } from "../state.js";
import { word } from "./table.js";

const KINDS = ["person", "mail", "random", "greedy", "rollout", "plan"];

export class Seat {
  /** @param {string} name of the side @param {number} side @param {string} seat who sits there @param {() => void} changed */
  constructor(name, side, seat, changed) {
    const [kind, trials] = seat.split(":");
    this.plan = "";
    this.box = element("div", "", "seat");
    this.kind = element("select");
    this.kind.setAttribute("aria-label", name);
    this.kind.dataset.side = String(side);
    this.kind.append(...KINDS.map((one) => Object.assign(element("option", word(one)), { value: one })));
    this.kind.value = kind;
    this.trials = Object.assign(element("input"), { type: "number", min: "1", max: "1000", value: trials ?? "4" });
    this.trials.setAttribute("aria-label", word("trials"));
    this.file = Object.assign(element("input"), { type: "file", accept: ".txt" });
    this.file.setAttribute("aria-label", word("plan_file"));
    this.box.append(element("span", name, `side${side}`), this.kind, this.trials, this.file);
    this.kind.onchange = () => {
      this.show();
      if (this.kind.value !== "plan" || this.plan) changed();
    };
    this.trials.onchange = () => changed();
    this.file.onchange = async () => {
      this.plan = (await this.file.files?.[0]?.text()) ?? "";
      changed();
    };
    this.show();
  }

  show() {
    this.trials.hidden = this.kind.value !== "rollout";
    this.file.hidden = this.kind.value !== "plan";
  }

  /** @returns {string} as the server names the player */
  get value() {
    return this.kind.value === "rollout" ? `rollout:${this.trials.value}` : this.kind.value;
  }
}
