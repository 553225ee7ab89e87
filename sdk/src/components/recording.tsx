import { Button } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { callFile } from '../api/call.ts';
import type { Endpoint, RequestOf } from '../contracts/endpoint.ts';

/** The second of two speeds, in any language. */
const FASTER = '1.5×';

/**
 * The recording of a call; it is fetched, and the listening logged, when somebody wants to hear it.
 *
 * @example <Recording key={recordNo} endpoint={inCallRecord.recording} request={{ recordNo }} listen={t('listen')} label={t('recording')} />
 */
export function Recording<E extends Endpoint>(props: {
  readonly endpoint: E;
  readonly request: RequestOf<E>;
  /** On the button until it plays. */
  readonly listen: string;
  /** What the player is called. */
  readonly label: string;
  /** To jump in it; empty until it plays. */
  readonly sound?: RefObject<HTMLAudioElement | null>;
  /** Where it is, while it plays. */
  readonly onTime?: (seconds: number) => void;
}) {
  const { endpoint, request, label, onTime } = props;
  const [address, setAddress] = useState<string | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const [isFast, setIsFast] = useState(false);
  const own = useRef<HTMLAudioElement | null>(null);
  const player = props.sound ?? own;
  useEffect(
    () => () => {
      if (address !== null) URL.revokeObjectURL(address);
    },
    [address],
  );
  const load = async (): Promise<void> => {
    setIsLoading(true);
    try {
      const { blob } = await callFile(endpoint, request);
      setAddress(URL.createObjectURL(blob));
    } catch {
      // `callFile` has said what went wrong.
    } finally {
      setIsLoading(false);
    }
  };
  if (address === null) {
    return <Button size="small" text={props.listen} loading={isLoading} onClick={() => void load()} />;
  }
  return (
    <>
      <audio
        ref={player}
        src={address}
        controls
        autoPlay
        aria-label={label}
        onTimeUpdate={(event) => {
          onTime?.(event.currentTarget.currentTime);
        }}
      />
      <Button
        size="small"
        text={FASTER}
        aria-label={`${label} ${FASTER}`}
        aria-pressed={isFast}
        active={isFast}
        onClick={() => {
          if (player.current) player.current.playbackRate = isFast ? 1 : 1.5;
          setIsFast(!isFast);
        }}
      />
    </>
  );
}
