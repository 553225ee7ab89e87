/** The icons of lists and forms, each by name; the first screen's are in `components/icons.ts`. */
export {
  CaretDown,
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
  Search,
  SortAsc,
  SortDesc,
  Tick,
  Updated,
} from '@blueprintjs/icons';
export { ColumnLayout } from '@blueprintjs/icons';
