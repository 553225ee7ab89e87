export { Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
