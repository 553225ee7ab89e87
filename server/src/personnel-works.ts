import { auditorWork } from './modules/review/auditors/index.ts';
import { collectorWork } from './modules/collections/collections/index.ts';
import { createPersonnelWorks } from './modules/staff/personnel/index.ts';

/** Every kind of work that people have records for. */
export const personnelWorks = createPersonnelWorks([auditorWork, collectorWork]);
