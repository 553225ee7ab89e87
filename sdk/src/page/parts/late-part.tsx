import { Button, Callout } from '@blueprintjs/core';
import { useEffect, useReducer, useState } from 'react';
import type { ReactNode } from 'react';
import { useKitText } from '../platform.ts';

/** A part of the kit in a chunk of its own, which the first rows of a list do not wait for. */
interface LatePart<Part> {
  /** Null until it has come. */
  readonly now: () => Part | null;
  /** Fetches it once; after a failure the next call tries again. */
  readonly load: () => Promise<Part>;
  /** Fetches it ahead, when a pointer or the focus comes near; a failure is told to who opens it. */
  readonly warm: () => void;
}

export function latePart<Part>(fetchPart: () => Promise<Part>): LatePart<Part> {
  let part: Part | null = null;
  let fetching: Promise<Part> | null = null;
  const load = (): Promise<Part> => {
    fetching ??= fetchPart().then(
      (fetched) => (part = fetched),
      (cause: unknown) => {
        fetching = null;
        throw cause;
      },
    );
    return fetching;
  };
  return {
    now: () => part,
    load,
    warm: () => {
      load().catch(() => undefined);
    },
  };
}

/** The part for what is drawn only within it. */
export function present<Part>(late: LatePart<Part>): Part {
  const part = late.now();
  if (part === null) throw new Error('This stands only inside of what loads it, such as a form.');
  return part;
}

interface LateState<Part> {
  readonly part: Part | null;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** The part while it is wanted. Awaited here: Suspense would hold the reveal back for 300 ms. */
export function useLate<Part>(late: LatePart<Part>, isWanted: boolean): LateState<Part> {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [hasFailed, setFailed] = useState(false);
  const part = late.now();
  const isMissing = part === null && isWanted && !hasFailed;
  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    late.load().then(
      () => {
        if (isCurrent) redraw();
      },
      () => {
        if (isCurrent) setFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [late, isMissing]);
  return {
    part,
    hasFailed: hasFailed && part === null,
    retry: () => {
      setFailed(false);
    },
  };
}

/** Draws with the part once it is there; until then a quiet line, or what failed and a way to try again. */
export function Late<Part>(props: {
  readonly late: LatePart<Part>;
  readonly className?: string;
  readonly children: (part: Part) => ReactNode;
}) {
  const { part, hasFailed, retry } = useLate(props.late, true);
  const kit = useKitText();
  if (part !== null) return props.children(part);
  return (
    <div className={props.className}>
      {hasFailed ? (
        <Callout intent="danger" className="kp-fault" role="alert" icon={null}>
          {kit('late.failed')} <Button size="small" text={kit('retry')} onClick={retry} />
        </Callout>
      ) : (
        <p className="kp-muted" role="status">
          {kit('loading')}
        </p>
      )}
    </div>
  );
}
