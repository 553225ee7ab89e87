import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { World } from '../behaviour.ts';
import type { Deliveries } from '../deliver.ts';
import { type CallNews, SipCall } from './call.ts';
import { EphemeralDigest } from './digest.ts';
import { answerOffer, makeOffer } from './media.ts';
import {
  headerOf,
  methodOf,
  parseSip,
  respond,
  type SipMessage,
  statusOf,
  targetOf,
  uriOf,
  userOf,
  writeSip,
} from './message.ts';

export const SIP_ACCOUNT = { domain: 'voice.kituo.example', secret: 'sandbox-sip-secret' } as const;
const PATH = '/sip';
const PROTOCOL = 'sip';

/** Milliseconds. */
export interface SipPace {
  readonly ringAfter: number;
  readonly answerAfter: number;
  /** Nobody answers until then. */
  readonly ringOut: number;
  /** The far end is gone that long after it answered. */
  readonly dropAfter: number;
  /** A caller whom nobody is free for is asked about so often, and hangs up after so long. */
  readonly asksEvery: number;
  readonly holdsFor: number;
}

/** What becomes of a call, by the last digit of its number and the one five above. */
const FATES = ['ANSWERS', 'DROPS', 'RINGS_OUT', 'BUSY', 'SWITCHED_OFF'] as const;

interface Registered {
  readonly socket: WebSocket;
  readonly contact: string;
}

/**
 * An edge that speaks SIP over WebSocket (RFC 7118) with browsers: registers them, asks whoever set it up whom a call is
 * for, and plays the far end. It tells of each call as it goes on, as reliably as the world is.
 */
export class SipExchange {
  /** Where it asks `route` and `incoming`, and tells `event`; nobody is called while it is not set. */
  address: string | undefined;
  /** Where its recordings are fetched; none are made while it is not set. */
  recordingsAt: string | undefined;
  /** Calls that were answered, and so recorded. */
  readonly recorded = new Set<string>();
  pace: SipPace = {
    ringAfter: 600,
    answerAfter: 2_500,
    ringOut: 20_000,
    dropAfter: 12_000,
    asksEvery: 2_000,
    holdsFor: 60_000,
  };
  readonly #world: World;
  readonly #deliveries: Deliveries;
  readonly #digest = new EphemeralDigest(SIP_ACCOUNT.domain, SIP_ACCOUNT.secret);
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 65_536,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  });
  readonly #registered = new Map<string, Registered>();
  readonly #calls = new Map<string, SipCall>();

  constructor(world: World, deliveries: Deliveries) {
    this.#world = world;
    this.#deliveries = deliveries;
  }

  /** Browsers whose registration holds. */
  get users(): readonly string[] {
    return [...this.#registered.keys()];
  }

  listen(server: Server): void {
    server.on('upgrade', (request: IncomingMessage, socket, head) => {
      if (request.url?.split('?')[0] !== PATH) return socket.destroy();
      this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#open(opened));
    });
  }

  close(): void {
    for (const call of this.#calls.values()) call.end('FAILED', 'CLOSED');
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#sockets.close();
  }

  #open(socket: WebSocket): void {
    socket.on('message', (data: Buffer) => {
      const message = parseSip(data.toString('utf8'));
      if (!message) return;
      if (statusOf(message) > 0) this.#onAnswer(message);
      else this.#onRequest(socket, message);
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      for (const [user, one] of this.#registered) if (one.socket === socket) this.#registered.delete(user);
      for (const call of this.#calls.values()) if (call.socket === socket) call.end('FAILED', 'CONNECTION_LOST');
    });
  }

  #onRequest(socket: WebSocket, request: SipMessage): void {
    const call = this.#calls.get(headerOf(request, 'call-id'));
    const say = (status: number) => socket.send(respond(request, status, { toTag: randomBytes(4).toString('hex') }));
    switch (methodOf(request)) {
      case 'REGISTER':
        return this.#onRegister(socket, request);
      case 'INVITE':
        // Nothing is changed within a call here: no hold, no second voice.
        return call && !call.isOver ? say(488) : void this.#onInvite(socket, request);
      case 'ACK':
        return undefined;
      case 'CANCEL':
        say(call && !call.isOver ? 200 : 481);
        if (call && !call.isOver && !call.isAnswered) {
          call.reply(487);
          call.end('CANCELLED', 'SIP 487');
        }
        return undefined;
      case 'BYE':
        say(call && !call.isOver ? 200 : 481);
        return call?.end('ANSWERED', 'BYE');
      case 'OPTIONS':
        return say(200);
      default:
        return say(405);
    }
  }

  /** Whose request it is; where there is no proof, that is asked for. */
  #proven(socket: WebSocket, request: SipMessage): string | null {
    const user = this.#digest.userOf(request, Date.now());
    if (user !== null && user === userOf(headerOf(request, 'from'))) return user;
    const headers = { 'WWW-Authenticate': this.#digest.challenge() };
    socket.send(respond(request, 401, { toTag: randomBytes(4).toString('hex'), headers }));
    return null;
  }

  #onRegister(socket: WebSocket, request: SipMessage): void {
    const user = this.#proven(socket, request);
    if (user === null) return;
    const contact = headerOf(request, 'contact');
    const expires = Number(/;expires=(\d+)/.exec(contact)?.[1] ?? (headerOf(request, 'expires') || 600));
    if (expires === 0) this.#registered.delete(user);
    else this.#registered.set(user, { socket, contact: uriOf(contact) });
    const headers = { Contact: `<${uriOf(contact)}>;expires=${expires}` };
    socket.send(respond(request, 200, { toTag: randomBytes(4).toString('hex'), headers }));
  }

  async #ask(what: 'route' | 'incoming', question: object): Promise<Readonly<Record<string, unknown>>> {
    if (this.address === undefined) return {};
    const answer = await this.#deliveries.ask(`${this.address}/${what}`, question);
    return typeof answer === 'object' && answer !== null ? { ...answer } : {};
  }

  #begin(of: Omit<ConstructorParameters<typeof SipCall>[0], 'tag' | 'tell'>): SipCall {
    const tell = (news: CallNews): void => {
      if (news.event === 'ANSWERED') this.recorded.add(news.callNo);
      if (news.event === 'ENDED') this.#calls.delete(call.callId);
      const isRecorded = news.event === 'ENDED' && this.recorded.has(news.callNo) && this.recordingsAt !== undefined;
      const recording = isRecorded ? { recordingUrl: `${this.recordingsAt}/${news.callNo}.wav` } : {};
      if (this.address !== undefined) this.#deliveries.json(`${this.address}/event`, { ...news, ...recording });
    };
    const call = new SipCall({ ...of, tag: randomBytes(6).toString('hex'), tell });
    this.#calls.set(call.callId, call);
    return call;
  }

  async #onInvite(socket: WebSocket, invite: SipMessage): Promise<void> {
    const user = this.#proven(socket, invite);
    if (user === null) return;
    const callNo = userOf(targetOf(invite));
    const call = this.#begin({ callNo, socket, invite, isOurs: false });
    call.reply(100);
    const route = await this.#ask('route', { callNo, user });
    if (call.isOver) return;
    const phone = route['isAllowed'] === true && typeof route['phone'] === 'string' ? route['phone'] : null;
    if (phone === null) {
      // Nobody was called: there is nothing to tell.
      this.#calls.delete(call.callId);
      call.isOver = true;
      return call.reply(403);
    }
    const fate = this.#world.happens('failure') ? 'SWITCHED_OFF' : FATES[Number(phone.at(-1)) % FATES.length];
    this.#play(call, fate ?? 'ANSWERS');
  }

  #play(call: SipCall, fate: (typeof FATES)[number]): void {
    const { ringAfter, answerAfter, ringOut, dropAfter } = this.pace;
    const refuse = (status: number, outcome: 'BUSY' | 'NO_ANSWER' | 'SWITCHED_OFF', q850: number): void => {
      call.reply(status, { headers: { Reason: `Q.850;cause=${q850}` } });
      call.end(outcome, `SIP ${status}`);
    };
    call.after(ringAfter, () => {
      if (fate === 'BUSY') return refuse(486, 'BUSY', 17);
      if (fate === 'SWITCHED_OFF') return refuse(480, 'SWITCHED_OFF', 20);
      call.reply(180);
      call.tell({ event: 'RINGING' });
      if (fate === 'RINGS_OUT') return call.after(ringOut, () => refuse(408, 'NO_ANSWER', 19));
      return call.after(answerAfter, () => void this.#answer(call, fate === 'DROPS' ? dropAfter : null));
    });
  }

  async #answer(call: SipCall, dropAfter: number | null): Promise<void> {
    try {
      call.media = await answerOffer(call.invite.body);
    } catch {
      call.reply(488);
      return call.end('FAILED', 'SIP 488');
    }
    if (call.isOver) return await call.media.close();
    call.reply(200, { headers: { 'Content-Type': 'application/sdp' }, body: call.media.sdp });
    call.answered();
    if (dropAfter !== null) this.#dropLater(call, dropAfter);
  }

  #dropLater(call: SipCall, ms: number): void {
    call.after(ms, () => {
      call.request('BYE');
      call.end('ANSWERED', 'DROPPED');
    });
  }

  /** Somebody rings one of our numbers. @returns the call's number; null where nobody is to be rung. */
  async callIn(of: { readonly from: string; readonly to: string }): Promise<string | null> {
    const callId = randomBytes(12).toString('hex');
    const asked = { callId, ...of, canWait: true };
    let { callNo, user, isWaiting } = await this.#ask('incoming', asked);
    // Held in line, with music, while everybody is on a call.
    for (const from = Date.now(); isWaiting === true && Date.now() - from < this.pace.holdsFor;) {
      await sleep(this.pace.asksEvery);
      ({ callNo, user, isWaiting } = await this.#ask('incoming', asked));
    }
    if (isWaiting === true && typeof callNo === 'string') {
      const news = { callNo, event: 'ENDED', outcome: 'CANCELLED', at: new Date().toISOString() };
      if (this.address !== undefined) this.#deliveries.json(`${this.address}/event`, news);
      return callNo;
    }
    if (typeof callNo !== 'string' || typeof user !== 'string') return null;
    const browser = this.#registered.get(user);
    if (!browser) {
      const news = { callNo, event: 'ENDED', outcome: 'NO_ANSWER', cause: 'SIP 480', at: new Date().toISOString() };
      if (this.address !== undefined) this.#deliveries.json(`${this.address}/event`, news);
      return callNo;
    }
    const media = await makeOffer();
    const tag = randomBytes(6).toString('hex');
    const text = writeSip(
      `INVITE ${browser.contact} SIP/2.0`,
      {
        Via: `SIP/2.0/WS sandbox.invalid;branch=z9hG4bK${tag}`,
        'Max-Forwards': '70',
        // The number stays here: the browser knows the call by ours.
        From: `<sip:${callNo}@${SIP_ACCOUNT.domain}>;tag=${tag}`,
        To: `<sip:${user}@${SIP_ACCOUNT.domain}>`,
        'Call-ID': callId,
        CSeq: '1 INVITE',
        Contact: `<sip:${callNo}@sandbox.invalid;transport=ws>`,
        'Content-Type': 'application/sdp',
      },
      media.sdp,
    );
    const invite = parseSip(text);
    if (!invite) return null;
    const call = this.#begin({ callNo, socket: browser.socket, invite, isOurs: true });
    call.media = media;
    call.send(text);
    call.after(this.pace.ringOut, () => {
      this.#cancel(call);
      call.end('NO_ANSWER', 'SIP 487');
    });
    return callNo;
  }

  #cancel(call: SipCall): void {
    const of = (name: string) => headerOf(call.invite, name);
    call.send(
      writeSip(`CANCEL ${targetOf(call.invite)} SIP/2.0`, {
        Via: of('via'),
        'Max-Forwards': '70',
        From: of('from'),
        To: of('to'),
        'Call-ID': call.callId,
        CSeq: '1 CANCEL',
      }),
    );
  }

  /** A browser answers our INVITE; answers to other requests of ours change nothing. */
  #onAnswer(answer: SipMessage): void {
    const call = this.#calls.get(headerOf(answer, 'call-id'));
    if (!call || call.isOver || !headerOf(answer, 'cseq').endsWith('INVITE') || call.isAnswered) return;
    const status = statusOf(answer);
    if (status === 180) return call.tell({ event: 'RINGING' });
    if (status < 200) return undefined;
    call.joined(answer);
    call.request('ACK', 1);
    if (status >= 300) return call.end(status === 486 || status === 603 ? 'BUSY' : 'NO_ANSWER', `SIP ${status}`);
    // What cannot be heard is over.
    void call.media?.accept?.(answer.body).catch(() => call.request('BYE'));
    return call.answered();
  }
}
