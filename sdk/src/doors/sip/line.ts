import { UA, WebSocketInterface } from 'jssip';
import type { RTCSession } from 'jssip/lib/RTCSession';
import { playRingingTone } from './ringing-tone.ts';

/** Why a call is over. */
export type EndReason =
  | 'ENDED'
  | 'BUSY'
  | 'NO_ANSWER'
  | 'UNAVAILABLE'
  | 'CANCELLED'
  | 'REFUSED'
  | 'NO_MICROPHONE'
  | 'NO_CONNECTION'
  | 'FAILED';

export interface LineSettings {
  readonly socketUrl: string;
  readonly domain: string;
  readonly user: string;
  readonly authUser: string;
  readonly password: string;
}

/** What a call tells of itself. */
export interface LineWatch {
  readonly onRinging: () => void;
  readonly onAnswered: () => void;
  readonly onEnded: (reason: EndReason) => void;
}

export interface LineCall {
  /** Takes a call that came in. */
  answer(): void;
  /** Ends it, whatever its state; one that came in is declined. */
  hangUp(): void;
  setMuted(isMuted: boolean): void;
}

/** One connection to the edge. */
export interface Line {
  /** Calls our number of a call; nothing else is ever dialled. */
  dial(callNo: string, watch: LineWatch): LineCall;
  /** Goes on with a new password before the old one expires. */
  renew(settings: Pick<LineSettings, 'authUser' | 'password'>): void;
  close(): void;
}

type IncomingCall = (callNo: string, begin: (watch: LineWatch) => LineCall) => void;

const SOUND = { audio: true, video: false } as const;
/** The edge has an address of its own: no server in between is asked for ours. */
const PEER = { iceServers: [] };
const CONNECTS_WITHIN_MS = 8_000;
const DECLINED = 486;

const REASONS: Readonly<Record<string, EndReason>> = {
  Terminated: 'ENDED',
  Busy: 'BUSY',
  'No Answer': 'NO_ANSWER',
  Expires: 'NO_ANSWER',
  Unavailable: 'UNAVAILABLE',
  Canceled: 'CANCELLED',
  Rejected: 'REFUSED',
  'Authentication Error': 'REFUSED',
  'User Denied Media Access': 'NO_MICROPHONE',
  'Connection Error': 'NO_CONNECTION',
  'Request Timeout': 'NO_CONNECTION',
};
/** 408 is the network's word for a telephone that rang out. */
const RANG_OUT = 408;

/** The far end's voice, for as long as the call lasts. */
function playVoice(connection: RTCPeerConnection): () => void {
  const player = new Audio();
  player.autoplay = true;
  connection.addEventListener('track', ({ streams: [stream] }) => {
    player.srcObject = stream ?? null;
    void player.play().catch(() => undefined);
  });
  return () => {
    player.srcObject = null;
  };
}

function watchSession(session: RTCSession, watch: LineWatch): LineCall {
  let silence: () => void = () => undefined;
  let stopRinging: (() => void) | null = null;
  let isOver = false;
  const answered = (): void => {
    stopRinging?.();
    stopRinging = null;
  };
  const end = (reason: EndReason): void => {
    if (isOver) return;
    isOver = true;
    answered();
    silence();
    watch.onEnded(reason);
  };
  // A call out has its connection before anybody can listen for it; one that comes in gets it with the answer.
  if (session.connection) silence = playVoice(session.connection);
  else {
    session.on('peerconnection', ({ peerconnection }) => {
      silence = playVoice(peerconnection);
    });
  }
  session.on('progress', ({ response }: { readonly response?: { readonly body: string | null } }) => {
    // An edge that sends sound before the answer plays its own tone.
    if (session.direction === 'outgoing' && !response?.body) stopRinging ??= playRingingTone();
    watch.onRinging();
  });
  session.on('accepted', () => {
    answered();
    watch.onAnswered();
  });
  session.on('ended', ({ cause }) => {
    end(REASONS[cause] ?? 'ENDED');
  });
  session.on('failed', ({ cause, message }) => {
    const status = message !== null && 'status_code' in message ? message.status_code : 0;
    end(status === RANG_OUT ? 'NO_ANSWER' : (REASONS[cause] ?? 'FAILED'));
  });
  return {
    answer() {
      session.answer({ mediaConstraints: SOUND, pcConfig: PEER });
    },
    hangUp() {
      if (session.isEnded()) return;
      const isDeclined = session.direction === 'incoming' && !session.isEstablished();
      session.terminate(isDeclined ? { status_code: DECLINED } : {});
    },
    setMuted(isMuted) {
      if (isMuted) session.mute({ audio: true });
      else session.unmute({ audio: true });
    },
  };
}

/**
 * Connects to the edge; with `onIncoming`, calls may ring here as well, until `onLost` says that they no longer do.
 * @throws Error where it cannot be reached, or does not let this line in.
 */
export async function openLine(
  settings: LineSettings,
  onIncoming?: IncomingCall,
  onLost: () => void = () => undefined,
): Promise<Line> {
  const { socketUrl, domain, user, authUser, password } = settings;
  const agent = new UA({
    sockets: new WebSocketInterface(socketUrl),
    uri: `sip:${user}@${domain}`,
    authorization_user: authUser,
    password,
    register: onIncoming !== undefined,
    register_expires: 300,
    session_timers: false,
    user_agent: 'Kituo',
  });
  agent.on('newRTCSession', (event: { readonly originator: string; readonly session: RTCSession }) => {
    const { originator, session } = event;
    if (originator !== 'remote') return;
    if (onIncoming === undefined) session.terminate({ status_code: DECLINED });
    else onIncoming(session.remote_identity.uri.user, (watch) => watchSession(session, watch));
  });
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('no connection'));
    }, CONNECTS_WITHIN_MS);
    const settle = (then: () => void) => () => {
      clearTimeout(timer);
      then();
    };
    agent.on(onIncoming === undefined ? 'connected' : 'registered', settle(resolve));
    agent.on(
      'registrationFailed',
      settle(() => {
        reject(new Error('not let in'));
      }),
    );
    agent.start();
  }).catch((error: unknown) => {
    agent.stop();
    throw error;
  });
  agent.on('registrationFailed', onLost);
  return {
    dial(callNo, watch) {
      return watchSession(agent.call(`sip:${callNo}@${domain}`, { mediaConstraints: SOUND, pcConfig: PEER }), watch);
    },
    renew(fresh) {
      agent.set('authorization_user', fresh.authUser);
      agent.set('password', fresh.password);
    },
    close() {
      agent.stop();
    },
  };
}
