import { lateForm } from '../page/form/late-form.ts';
import { latePopover } from '../page/parts/popover.tsx';

// Tests of pages ask what forms and menus do, not when these come: what the kit loads on demand is there.
await Promise.all([lateForm.load(), latePopover.load()]);
