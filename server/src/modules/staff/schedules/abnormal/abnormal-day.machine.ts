import { defineMachine } from '../../../../state-machine/index.ts';

/** An abnormal day is excused or confirmed once; after that an approved correction alone excuses it. */
export const abnormalDayMachine = defineMachine('abnormal day', ['OPEN'], {
  OPEN: { explain: 'OPEN', excuse: 'EXCUSED', confirm: 'CONFIRMED', correct: 'EXCUSED' },
  CONFIRMED: { correct: 'EXCUSED' },
  EXCUSED: {},
});
