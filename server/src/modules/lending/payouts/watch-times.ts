/** When the watch takes up what: seconds. */
export interface WatchTimes {
  /** A CREATED attempt this old was left by a process that died. */
  readonly unsentSeconds: number;
  /** A SENT attempt without an end for this long is UNKNOWN. */
  readonly silentSeconds: number;
  /** Between two questions about one attempt. */
  readonly askAgainSeconds: number;
  /** "No such transaction" means failure only where it was asked this long after sending: before, the order may still be on its way. */
  readonly lostSeconds: number;
}

export const WATCH_TIMES: WatchTimes = {
  unsentSeconds: 30,
  silentSeconds: 120,
  askAgainSeconds: 60,
  lostSeconds: 600,
};

/**
 * What has not left for so long since its SENT was written stays here: a process that stood still in between must not
 * send what the channel was asked about, and another attempt paid, meanwhile.
 */
export const LEAVES_WITHIN_SECONDS = WATCH_TIMES.lostSeconds / 2;

/**
 * What waited so long for the gateway of its channel does not leave once there is one: who wanted it paid may have been
 * paid otherwise. It fails, and a person decides whether it is tried again.
 */
export const MAX_WAIT_SECONDS = 86_400;
