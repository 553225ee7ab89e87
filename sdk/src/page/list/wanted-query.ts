/** Where an address is on its way to: changes are drawn a moment after they were requested, at times one by one. */
export class WantedQuery {
  #wanted: URLSearchParams;
  /** Requested and not drawn yet, the oldest first. */
  #sent: string[] = [];
  #drawn: string;

  constructor(drawn: URLSearchParams) {
    this.#wanted = drawn;
    this.#drawn = drawn.toString();
  }

  get current(): URLSearchParams {
    return this.#wanted;
  }

  /** The next address: built on everything requested so far, drawn or not. */
  change(change: (wanted: URLSearchParams) => URLSearchParams): URLSearchParams {
    this.#wanted = change(this.#wanted);
    this.#sent.push(this.#wanted.toString());
    return this.#wanted;
  }

  /** An address is on the screen. One that was not requested here came from elsewhere, and goes before all that was. */
  drawn(query: string): void {
    const at = this.#sent.lastIndexOf(query);
    if (at === -1 && query === this.#drawn) return;
    this.#drawn = query;
    this.#sent = at === -1 ? [] : this.#sent.slice(at + 1);
    if (this.#sent.length === 0) this.#wanted = new URLSearchParams(query);
  }
}
