// Announcements to staff and customers, and their confirmation.

import { defineModule } from '../../../define-module.ts';
import { announcementExport } from './export.ts';
import { announcementImages } from './images.ts';
import { publishKind, restartKind } from './publish.ts';
import { readsExport } from './reads.ts';
import { routes } from './routes.ts';

export { isAnnounced } from './contacts.ts';

export const announcements = defineModule({
  name: 'announcements',
  routes,
  changes: [publishKind, restartKind],
  exports: [announcementExport.kind, readsExport.kind],
  fileSubjects: [announcementImages],
});
