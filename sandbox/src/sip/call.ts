import type { WebSocket } from 'ws';
import type { Media } from './media.ts';
import { headerOf, respond, type SipMessage, tagOf, uriOf, userOf, writeSip } from './message.ts';

export type Outcome = 'ANSWERED' | 'NO_ANSWER' | 'CANCELLED' | 'BUSY' | 'SWITCHED_OFF' | 'FAILED';

/** What happens to a call, as the exchange tells those who asked for it. */
export interface CallNews {
  readonly callNo: string;
  readonly event: 'RINGING' | 'ANSWERED' | 'ENDED';
  readonly outcome?: Outcome;
  readonly cause?: string;
  readonly seconds?: number;
  readonly at: string;
}

/** One call between a browser and somebody far away; either side may have begun it. */
export class SipCall {
  readonly callNo: string;
  readonly socket: WebSocket;
  readonly callId: string;
  /** Our tag in the dialog. */
  readonly tag: string;
  /** The request that began it: the browser's INVITE, or ours. */
  readonly invite: SipMessage;
  media: Media | undefined;
  /** What the browser is called, with its tag, and where it is reached, once it is known. */
  peer: { readonly address: string; readonly contact: string };
  readonly #own: string;
  readonly #tell: (news: CallNews) => void;
  readonly #timers = new Set<NodeJS.Timeout>();
  #answeredAt: number | undefined;
  #sequence = 1;
  isOver = false;

  constructor(of: {
    readonly callNo: string;
    readonly socket: WebSocket;
    readonly invite: SipMessage;
    readonly tag: string;
    readonly isOurs: boolean;
    readonly tell: (news: CallNews) => void;
  }) {
    this.callNo = of.callNo;
    this.socket = of.socket;
    this.invite = of.invite;
    this.tag = of.tag;
    this.callId = headerOf(of.invite, 'call-id');
    this.#tell = of.tell;
    this.#own = of.isOurs ? headerOf(of.invite, 'from') : `${headerOf(of.invite, 'to')};tag=${of.tag}`;
    this.peer = { address: headerOf(of.invite, 'from'), contact: uriOf(headerOf(of.invite, 'contact')) };
  }

  get isAnswered(): boolean {
    return this.#answeredAt !== undefined;
  }

  send(text: string): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(text);
  }

  /** Answers the browser's INVITE. */
  reply(status: number, more: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {}) {
    const contact = { Contact: `<sip:${userOf(this.#own) || this.callNo}@sandbox.invalid;transport=ws>` };
    const headers = { ...contact, ...more.headers };
    this.send(respond(this.invite, status, { toTag: this.tag, ...more, headers }));
  }

  /** A request of ours within the dialog. */
  request(method: 'BYE' | 'ACK', sequence = (this.#sequence += 1)): void {
    this.send(
      writeSip(`${method} ${this.peer.contact} SIP/2.0`, {
        Via: `SIP/2.0/WS sandbox.invalid;branch=z9hG4bK${this.tag}${method}${sequence}`,
        'Max-Forwards': '70',
        From: this.#own,
        To: this.peer.address,
        'Call-ID': this.callId,
        CSeq: `${sequence} ${method}`,
      }),
    );
  }

  /** The browser said who it is, and where, in its answer to our INVITE. */
  joined(answer: SipMessage): void {
    this.peer = { address: headerOf(answer, 'to'), contact: uriOf(headerOf(answer, 'contact')) };
  }

  after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!this.isOver) act();
    }, ms);
    this.#timers.add(timer);
  }

  tell(news: Omit<CallNews, 'callNo' | 'at'>): void {
    this.#tell({ callNo: this.callNo, at: new Date().toISOString(), ...news });
  }

  answered(): void {
    this.#answeredAt = Date.now();
    this.tell({ event: 'ANSWERED' });
  }

  /** Once: what comes after is about nothing. */
  end(outcome: Outcome, cause: string): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
    void this.media?.close().catch(() => undefined);
    const seconds = this.#answeredAt === undefined ? 0 : Math.round((Date.now() - this.#answeredAt) / 1000);
    this.tell({ event: 'ENDED', outcome: this.isAnswered ? 'ANSWERED' : outcome, cause, seconds });
  }

  /** Whether a request is about this dialog. */
  isOf(request: SipMessage): boolean {
    return headerOf(request, 'call-id') === this.callId && tagOf(headerOf(request, 'from')) !== '';
  }
}
