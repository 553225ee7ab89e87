// The contact gate: whom we may call or message, when and how often, and what was sent.

import { defineModule } from '../../../define-module.ts';
import { blacklistExport } from './blacklist-export.ts';
import { blacklistImport } from './blacklist-import.ts';
import { contactBlockReveals } from './blacklist.ts';
import { routes } from './routes.ts';
import { liftBlockKind } from './lift-block.ts';
import { removals } from './lift-many.ts';

export { passGate, tryGate } from './attempts.ts';
export type { AttemptSubject } from './attempts.ts';
export { dispatchContacts, NOT_HEARD, OPTED_OUT, queueDispatch, withdrawDispatches } from './dispatch.ts';
export { placeBlock, stopContact, stopOffers } from './blocks.ts';
export { recordConsent } from './consents.ts';
export { liftBlockKind } from './lift-block.ts';
export { askAboutNumber, askGate, contactGate, nextWithinHours } from './gate.ts';
export { nextOpening } from './hours.ts';
export type { ContactQuestion, GateAnswer } from './gate.ts';
export { heardIn } from './heard.ts';
export { hasOptedOut } from './parties.ts';
export { keepResult, reportTopics } from './reports.ts';

export const contacts = defineModule({
  name: 'contacts',
  routes,
  reveals: [...contactBlockReveals],
  changes: [liftBlockKind, removals.changeKind, blacklistImport.changeKind],
  jobs: [removals.jobKind, blacklistImport.rowsJob],
  exports: [blacklistExport.kind],
  imports: [blacklistImport.importKind],
});
