/** Icons that pages draw and no first screen does. */
export { ChevronRight, EyeOff, EyeOpen, People, Upload } from '@blueprintjs/icons';
