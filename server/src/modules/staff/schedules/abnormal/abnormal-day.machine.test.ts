import { checkMachine } from '../../../../state-machine/testing/machine-checks.ts';
import { abnormalDayMachine } from './abnormal-day.machine.ts';

checkMachine(abnormalDayMachine, { OPEN: ['OPEN', 'EXCUSED', 'CONFIRMED'], CONFIRMED: ['EXCUSED'], EXCUSED: [] });
