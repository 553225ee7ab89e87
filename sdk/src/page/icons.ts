/** The icons of lists and forms, each by name; the first screen's are in `components/icons.ts`. */
export {
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  Cross,
  EyeOff,
  EyeOpen,
  Filter as FilterIcon,
  Import as DownloadIcon,
  More,
  Plus,
  Tick,
} from '@blueprintjs/icons';
export { ColumnLayout } from '@blueprintjs/icons';
