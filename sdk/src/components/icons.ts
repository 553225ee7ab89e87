/** The icons of the first screen, each by name. Those that only lists and forms draw are in `@kituo/sdk/page`. */
export {
  ChevronDown,
  Cross,
  DragHandleVertical,
  Duplicate,
  Error,
  History,
  InfoSign,
  Lock,
  Pin,
  Refresh,
  Tick,
  TickCircle,
  WarningSign,
} from '@blueprintjs/icons';
