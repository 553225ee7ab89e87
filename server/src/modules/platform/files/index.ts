// Uploads and attachments, seen by those who see their subject.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { ownFiles } from './subjects.ts';

export { areAttached, attachedImage } from './attached-image.ts';
export { refuseUnattached } from './certificates.ts';
export { contentKey, type Files, inOnePiece, openFiles } from './files.ts';
export { createFileSubjects, type FileSubject } from './subjects.ts';
export { fileNamesOf } from './file-names.ts';
export { openFolderStore } from './folder-store.ts';

export const files = defineModule({
  name: 'files',
  routes,
  fileSubjects: [ownFiles],
});
