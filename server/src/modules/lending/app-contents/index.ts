// What customers' apps show: banners, help, agreements, payment hints, and the contract of an application.

import { appContent } from '@kituo/sdk/contracts';
import './tables.ts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { ruleExport, ruleRoutes, versionsOf } from '../../platform/rules/index.ts';
import { contractAsPdf, readContract } from './contract-for-app.ts';
import { downloadTemplate, readTemplate } from './contract-template.ts';
import { previewContract } from './contracts.ts';
import { contentImages, shownImage } from './images.ts';
import { appContentFamily } from './rules.ts';
import { noteViews, readForApp, readForCustomer } from './shown.ts';

export { signContract } from './contracts.ts';

export const appContents = defineModule({
  name: 'app-contents',
  routes: [
    implement(appContent.contractPreview, previewContract),
    implement(appContent.readTemplate, readTemplate),
    implement(appContent.downloadTemplate, downloadTemplate),
    implement(appContent.forApp, readForApp),
    implement(appContent.forCustomer, readForCustomer),
    implement(appContent.noteViews, noteViews),
    implement(appContent.image, shownImage),
    implement(appContent.contractForApp, readContract),
    implement(appContent.contractFile, contractAsPdf),
    ...ruleRoutes(appContentFamily),
  ],
  config: [versionsOf(appContentFamily)],
  exports: [ruleExport(appContentFamily).kind],
  fileSubjects: [contentImages],
});
