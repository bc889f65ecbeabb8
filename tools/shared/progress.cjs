/** Says what takes so long: one line that renews itself at a terminal, else a line every 15 seconds. */
const QUIET_MS = 2_000;

class Progress {
  #stream;
  #started = 0;
  #timer;
  #text = "";
  #shown = false;

  constructor(stream = process.stderr) {
    this.#stream = stream;
  }

  step(text) {
    this.#text = text;
    if (this.#timer) return;
    this.#started = Date.now();
    this.#timer = setTimeout(() => this.#show(), QUIET_MS).unref();
  }

  /** What must be said at once, whatever takes long. */
  note(text) {
    this.#clear();
    this.#stream.write(`${text}\n`);
  }

  stop(outcome) {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#clear();
    if (this.#shown && outcome) this.#stream.write(`${outcome} (${elapsed(Date.now() - this.#started)})\n`);
    this.#shown = false;
  }

  #show() {
    this.#shown = true;
    const line = `${this.#text} … ${elapsed(Date.now() - this.#started)}`;
    this.#stream.write(this.#stream.isTTY ? `\r\x1b[2K${line}` : `${line}\n`);
    this.#timer = setTimeout(() => this.#show(), this.#stream.isTTY ? 500 : 15_000).unref();
  }

  #clear() {
    if (this.#shown && this.#stream.isTTY) this.#stream.write("\r\x1b[2K");
  }
}

function elapsed(ms) {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

module.exports = { Progress, elapsed };
