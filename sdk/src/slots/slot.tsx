import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { createValue, useValue } from '../state/store.ts';

/** What a slot gives to those who fill it: plain data, for some of them run in a frame. */
export type SlotProps = Readonly<Record<string, string | number | boolean | null>>;

/** A part that another plugin puts into a slot; loaded when it is drawn. */
export interface Fill {
  readonly id: string;
  readonly title: string;
  draw(props: SlotProps): ReactNode;
}

type FillsOf = (slot: string) => readonly Fill[];

const NONE: readonly Fill[] = [];
const filled = createValue<FillsOf>(() => NONE);

/** Says what fills the slots of this session: the host's. */
export function setFills(fills: FillsOf): void {
  filled.next(fills);
}

/**
 * What fills a slot, of that which the person may see; none where nothing does.
 *
 * @example const tabs = useFills('order-detail.tab').map(({ id, title, draw }) => …);
 */
export function useFills(slot: string): readonly Fill[] {
  return useValue(filled)(slot);
}

/**
 * Draws what other plugins put into a slot that this one offers, each individually. Draws nothing where none do.
 *
 * @example <Slot name="home.tile" wrap={(fill, content) => <article>{content}</article>} />
 */
export function Slot(props: {
  readonly name: string;
  readonly props?: SlotProps;
  /** What stands around each. */
  readonly wrap?: (fill: Fill, content: ReactNode) => ReactNode;
}): ReactNode {
  const { wrap = (_fill, content) => content } = props;
  return useFills(props.name).map((fill) => (
    <Fragment key={fill.id}>{wrap(fill, fill.draw(props.props ?? {}))}</Fragment>
  ));
}
