import { useLayoutEffect, useState } from 'react';
import { useAddress } from '../platform.ts';
import { WantedQuery } from './wanted-query.ts';

/** The page's address and where it is on its way to. */
export interface WantedAddress {
  readonly path: string;
  /** What is drawn. */
  readonly query: URLSearchParams;
  /** What the address will be once everything requested so far has been drawn. */
  wanted(): URLSearchParams;
  /** Goes on from the wanted address; several changes build on one another. */
  go(change: (wanted: URLSearchParams) => URLSearchParams): void;
}

/** A new address is drawn a moment after it was requested; what is asked for meanwhile must not undo it. */
export function useWantedAddress(): WantedAddress {
  const { path, query, navigate } = useAddress();
  const drawn = query.toString();
  const [wanted] = useState(() => new WantedQuery(query));
  // Each time: going there and back between two drawings changes nothing of what is drawn.
  useLayoutEffect(() => {
    wanted.drawn(drawn);
  });
  return {
    path,
    query,
    wanted: () => wanted.current,
    go: (change) => {
      navigate(wanted.change(change));
    },
  };
}
