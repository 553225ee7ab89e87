/** Icons that pages draw and no first screen does. */
export { EyeOff, EyeOpen, Upload } from '@blueprintjs/icons';
