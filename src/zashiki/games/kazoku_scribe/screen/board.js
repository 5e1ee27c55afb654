// Kazoku Scribe: carrying a war piece over the battle plan, and drawing a fence along cells. Both end in a click on something
// the server has lit; the places say where a piece fits, and which way round.
"use strict";

(() => {
  const SQUARE = 38; // a cell of the battle plan, in its own units
  const NEAR = 0.9 * SQUARE; // a piece snaps to a place from here
  const FIRM = 5; // pixels: less is a click, more is a drag
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const play = (target) => target.dispatchEvent(new MouseEvent("click", { bubbles: true }));

  // --- a piece in the hand ---------------------------------------------------------------------------------------------

  let war = null; // which piece
  let turn = 0; // which way round: quarter turns clockwise, and 4 more when it was flipped first
  let grip = null; // where a piece was pressed, until it is let go
  let over = null; // where the pointer last carried it
  let chosen = null; // the place it would drop on

  const fitting = (way = turn) => all(".placement").filter((place) => place.dataset.war === war && place.dataset.turns.includes(way));

  // The squares of a piece, one way round: the upper left corner of what they cover is 0, 0.
  function layOut(squares, way) {
    const spots = squares.map(({ dataset }) => turned(Number(dataset.x), Number(dataset.y), way));
    const [left, top] = [0, 1].map((axis) => Math.min(...spots.map((spot) => spot[axis])));
    const [right, bottom] = [0, 1].map((axis) => Math.max(...spots.map((spot) => spot[axis])));
    return { spots: spots.map(([x, y]) => [x - left, y - top]), width: right - left + 1, height: bottom - top + 1 };
  }
  function turned(x, y, way) {
    if (way > 3) x = -x;
    for (let quarter = way % 4; quarter > 0; quarter--) [x, y] = [-y, x];
    return [x, y];
  }

  function shift(element, x, y) {
    element.setAttribute("transform", `translate(${x * SQUARE} ${y * SQUARE})`);
  }

  // Show the hand as it is: the server draws every piece as printed and all places of all pieces. A place is lit for a piece in
  // the hand, the way round it is.
  function showHand() {
    if (!find(`.held[data-war="${war}"]`)) [war, turn, over, chosen] = [null, 0, null, null];
    if (!find(".held")) return;
    find(".handling").hidden = false;
    if (war && !fitting().length) turn = [0, 1, 2, 3, 4, 5, 6, 7].find((way) => fitting(way).length);
    for (const piece of all(".held")) {
      const taken = piece.dataset.war === war;
      const squares = all(".square", piece);
      const { spots, width, height } = layOut(squares, taken ? turn : 0);
      const side = Number(piece.dataset.side);
      squares.forEach((square, k) => shift(square, spots[k][0] + (side - width) / 2, spots[k][1] + (side - height) / 2));
      piece.setAttribute("aria-pressed", taken);
      piece.classList.toggle("chosen", taken);
    }
    for (const place of all(".placement")) place.classList.toggle("aside", !fitting().includes(place));
    for (const button of all(".handling button")) button.disabled = war === null;
    find(".plan").classList.toggle("carrying", war !== null);
    if (over) carry(over);
    else putDown();
  }

  function take(piece) {
    if (war !== piece) [war, turn, over] = [piece, 0, null];
    showHand();
    if (war) find(".plan").scrollIntoView({ block: "nearest" });
  }

  // The next way round in which the piece has any place.
  function turnBy(quarters) {
    for (let way = 1; way <= 3; way++) {
      const next = (turn & 4) | ((turn + 8 + way * quarters) & 3);
      if (fitting(next).length) return lay(next);
    }
  }
  function flip() {
    for (let way = 0; way <= 3; way++) {
      const next = (turn ^ 4) & 4 | ((8 - turn + way) & 3);
      if (fitting(next).length) return lay(next);
    }
  }
  function lay(way) {
    const focused = document.activeElement?.matches(".placement");
    turn = way;
    showHand();
    if (focused && !document.activeElement.matches(".placement:not(.aside)")) fitting()[0].focus();
  }

  // The piece follows the pointer over the plan and snaps to the nearest place.
  function carry(event) {
    const plan = find(".plan");
    const piece = find(`.held[data-war="${war}"]`);
    putDown();
    over = event;
    const box = plan.getBoundingClientRect();
    if (event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(plan.getScreenCTM().inverse());
    const squares = all(".square", piece);
    const { spots, width, height } = layOut(squares, turn);
    const corner = { x: at.x - (width * SQUARE) / 2, y: at.y - (height * SQUARE) / 2 };
    chosen = document.elementFromPoint(event.clientX, event.clientY)?.closest(".placement") ?? null; // its handle says which is meant
    let least = chosen ? 0 : NEAR;
    for (const place of fitting()) {
      const far = Math.hypot(place.dataset.left - corner.x, place.dataset.top - corner.y);
      if (far < least) [chosen, least] = [place, far];
    }
    const carried = document.createElementNS(plan.namespaceURI, "g");
    carried.append(...squares.map((square) => square.cloneNode(true)));
    [...carried.children].forEach((square, k) => shift(square, ...spots[k]));
    const [x, y] = chosen ? [chosen.dataset.left, chosen.dataset.top] : [corner.x, corner.y];
    carried.setAttribute("transform", `translate(${x} ${y})`);
    carried.setAttribute("class", chosen ? "carried fits" : "carried");
    chosen?.classList.add("below");
    plan.append(carried);
  }
  function putDown() {
    find(".plan .carried")?.remove();
    chosen?.classList.remove("below");
    chosen = null;
  }

  document.addEventListener("pointerdown", (event) => {
    const piece = event.target.closest?.(".held");
    if (piece && event.button === 0) grip = { war: piece.dataset.war, x: event.clientX, y: event.clientY, firm: false };
    else if (war && event.target.closest?.(".plan")) carry(event); // a finger does not hover first
  });
  document.addEventListener("pointermove", (event) => {
    if (grip && !grip.firm && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > FIRM) {
      grip.firm = true;
      take(grip.war);
    }
    if (war && (grip?.firm || (!grip && event.pointerType === "mouse"))) carry(event);
  });
  document.addEventListener("pointerup", () => {
    if (grip?.firm && chosen) play(chosen);
    grip = null;
  });
  document.addEventListener("pointercancel", () => {
    grip = over = null;
    if (war) putDown();
  });
  document.addEventListener("wheel", (event) => {
    if (!war || !event.target.closest(".plan, .held")) return;
    event.preventDefault();
    over = event;
    turnBy(event.deltaY > 0 ? 1 : -1);
  }, { passive: false });

  document.addEventListener("click", (event) => {
    const piece = event.target.closest(".held");
    const way = event.target.closest(".handling button")?.dataset.turn;
    if (piece) {
      take(piece.dataset.war === war ? null : piece.dataset.war);
      if (war && event.detail === 0) fitting()[0].focus(); // picked up with a key
    } else if (way) {
      if (way === "flip") flip();
      else turnBy(Number(way));
    } else if (event.isTrusted && war && event.target.closest(".plan") && chosen) { // others are our own, on their way to the house
      event.stopPropagation();
      play(chosen);
    }
  }, true);

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !find(".held") || find("dialog[open]") || event.target.closest("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    if (key === "r" || key === "f") {
      event.stopImmediatePropagation(); // elsewhere R opens the rules
      if (!war) take(find(".held").dataset.war);
      else if (key === "r") turnBy(event.shiftKey ? -1 : 1);
      else flip();
    } else if (key === "b" && !war) {
      find(".held").focus(); // before a place can be lit
    } else if (key === "escape" && war) {
      take(null);
    }
  }, true);

  // --- a fence along cells -----------------------------------------------------------------------------------------------

  let fencing = null; // the cell a stroke was last over
  let trail = []; // cells the stroke went over that are not fenced yet
  let drawn = false; // a stroke is no click
  let waiting = 0;

  const moveOf = (cell) => cell?.dataset.move ?? cell?.dataset.why;

  document.addEventListener("pointerdown", (event) => {
    const cell = event.target.closest?.(".cell[data-move], .cell.draft");
    [fencing, trail, drawn] = [cell && event.button === 0 ? moveOf(cell) : null, [], false];
  });
  document.addEventListener("pointermove", (event) => {
    if (!fencing) return;
    const here = moveOf(document.elementFromPoint(event.clientX, event.clientY)?.closest(".cell"));
    if (!here || here === fencing) return;
    trail.push(...(drawn ? [here] : [fencing, here]));
    [fencing, drawn] = [here, true];
    fence();
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => (fencing = null));
  document.addEventListener("click", (event) => {
    if (drawn && event.isTrusted) event.stopPropagation();
    if (event.isTrusted) drawn = false;
  }, true);

  // One cell after the other: each is lit, or not, once the house has answered the one before.
  function fence() {
    clearTimeout(waiting);
    if (!trail.length) return;
    if (!find("#live[aria-busy]")) {
      const lit = find(`.cell[data-move="${trail.shift()}"]`);
      if (lit) play(lit);
    }
    waiting = setTimeout(fence, 20);
  }

  // With the keyboard, the focus moves on next to the cell that was fenced.
  let fenced = null;

  document.addEventListener("htmx:before:swap", () => {
    fenced = document.activeElement?.matches(".cell[data-move]") ? document.activeElement.dataset.move : null;
  });
  document.addEventListener("htmx:after:swap", () => {
    const here = fenced && find(`.cell[data-why="${fenced}"]`);
    if (!here) return;
    const far = (cell) => {
      const [one, other] = [here, cell].map((each) => each.getBoundingClientRect());
      return Math.hypot(one.x - other.x, one.y - other.y);
    };
    all(".cell[data-move]").sort((one, other) => far(one) - far(other))[0]?.focus({ preventScroll: true });
  });

  document.addEventListener("htmx:after:swap", showHand);
  showHand();
})();
