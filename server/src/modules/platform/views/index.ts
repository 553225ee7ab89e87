// Saved views, filters and layouts of lists.

import { defineModule } from '../../../define-module.ts';
import { view } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { keepFilter, readFilter } from './filters.ts';
import { keepLayout, resetLayouts } from './layouts.ts';
import { viewsOf } from './read.ts';
import { deleteView, saveView, setDefaultView, shareView } from './save.ts';

const routes = [
  implement(view.page, viewsOf),
  implement(view.save, saveView),
  implement(view.share, shareView),
  implement(view.remove, deleteView),
  implement(view.setDefault, setDefaultView),
  implement(view.saveLayout, keepLayout),
  implement(view.resetLayouts, resetLayouts),
  implement(view.saveFilter, keepFilter),
  implement(view.filter, readFilter),
];

export const views = defineModule({
  name: 'views',
  routes,
});
