// What customers' apps show: banners, help, agreements, payment hints, and the contract of an application.

import { appConfig, appContent } from '@kituo/sdk/contracts';
import './tables.ts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { ruleExport, ruleRoutes, versionsOf } from '../../platform/rules/index.ts';
import { appConfigFamily, configForApp } from './app-config.ts';
import { contractAsPdf, readContract } from './contract-for-app.ts';
import { downloadTemplate, readTemplate } from './contract-template.ts';
import { previewContract } from './contracts.ts';
import { contentImages, shownImage } from './images.ts';
import { appContentFamily } from './rules.ts';
import { noteViews, previewContents, readForApp, readForCustomer } from './shown.ts';

export { contractOf, signContract } from './contracts.ts';

export const appContents = defineModule({
  name: 'app-contents',
  routes: [
    implement(appContent.contractPreview, previewContract),
    implement(appContent.readTemplate, readTemplate),
    implement(appContent.downloadTemplate, downloadTemplate),
    implement(appContent.preview, previewContents),
    implement(appContent.forApp, readForApp),
    implement(appContent.forCustomer, readForCustomer),
    implement(appContent.noteViews, noteViews),
    implement(appContent.image, shownImage),
    implement(appContent.contractForApp, readContract),
    implement(appContent.contractFile, contractAsPdf),
    implement(appConfig.forApp, configForApp),
    ...ruleRoutes(appContentFamily),
    ...ruleRoutes(appConfigFamily),
  ],
  config: [versionsOf(appContentFamily), versionsOf(appConfigFamily)],
  exports: [ruleExport(appContentFamily).kind, ruleExport(appConfigFamily).kind],
  fileSubjects: [contentImages],
});
