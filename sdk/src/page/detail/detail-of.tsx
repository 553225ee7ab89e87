import type { ReactNode } from 'react';
import type { Endpoint, ReplyOf, RequestOf } from '../../contracts/endpoint.ts';
import { useDetail } from '../use-detail.ts';
import { Answered } from './answered.tsx';

/**
 * One thing, read by its key when it is drawn: the body of a drawer, a tab.
 *
 * @example detail={({ roleNo }) => <DetailOf endpoint={role.detail} request={{ roleNo }}>{(info) => …}</DetailOf>}
 */
export function DetailOf<E extends Endpoint>(props: {
  readonly endpoint: E;
  readonly request: RequestOf<E>;
  readonly children: (data: ReplyOf<E>) => ReactNode;
}) {
  return <Answered detail={useDetail(props.endpoint, props.request)}>{props.children}</Answered>;
}
