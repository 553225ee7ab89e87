import { defineMachine } from '../../../state-machine/index.ts';

/** A fee as a channel's statement shows it. One that was booked by mistake is mirrored. */
export const channelFeeMachine = defineMachine('channel fee', ['BOOKED'], {
  BOOKED: { reverse: 'REVERSED' },
  REVERSED: {},
});
