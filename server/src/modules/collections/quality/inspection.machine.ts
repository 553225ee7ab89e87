import { defineMachine } from '../../../state-machine/index.ts';

/** An inspection: taken for half an hour, scored, and closed once nobody may appeal any more. */
export const inspectionMachine = defineMachine('inspection', ['PENDING'], {
  PENDING: { take: 'INSPECTING' },
  INSPECTING: { score: 'SCORED', release: 'PENDING' },
  SCORED: { appeal: 'APPEALED', close: 'CLOSED' },
  APPEALED: { decide: 'CLOSED' },
  CLOSED: {},
});
