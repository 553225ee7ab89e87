import './sdk.css';

export * from './vendor.ts';
export * from './components/icons.ts';
export * from './later.ts';

export { useValue } from './state/store.ts';
export type { ReadableValue } from './state/store.ts';

export { session$ } from './session/session-store.ts';
export type { SessionState } from './session/session-store.ts';
export {
  applyBootstrap,
  applyLanguages,
  changeSettings,
  clearSession,
  restoreSession,
  startSession,
} from './session/session-store.ts';
export { isAttended, watchAttendance } from './session/attendance.ts';
export { viewAs, viewAsHeaders, viewedAs$ } from './session/view-as.ts';
export type { ViewedAs } from './session/view-as.ts';
export { resendSettings, saveSettings, watchLeaving } from './session/save-settings.ts';
export { STORAGE_KEYS } from './session/session-storage.ts';
export { endRefusedSession, endSession, sessionEnded$, sessionIdOf, watchOtherTabs } from './session/session-end.ts';
export type { SessionEnded } from './session/session-end.ts';
export { askTabsForToken, renewToken, shareSession } from './session/session-tabs.ts';

export { normalizePhone } from './validate/normalize-phone.ts';

export { beginWith, call, callFile, callRaw, CALL_TIMEOUT_MS } from './api/call.ts';
export type { CallOptions } from './api/call.ts';
export { ApiError, CODE_NO_REPLY } from './api/api-error.ts';
export { errorDetails } from './api/announce-error.ts';
export { saveFile } from './api/download.ts';
export type { DownloadedFile } from './api/download.ts';
export { forgetFirstReplies } from './api/first-replies.ts';
export { newIdempotencyKey } from './api/idempotency.ts';
export { commandsInFlight$, commandsSettled, loading$, online$ } from './api/in-flight.ts';
export { queryClient } from './api/query-client.ts';
export { useEndpoint } from './api/use-endpoint.ts';
export type { UseEndpointOptions } from './api/use-endpoint.ts';

export { Allowed, can, canOpen, useCan } from './permissions/permissions.ts';
export type { CodeQuestion } from './permissions/permissions.ts';
export { isMasked, mask, maskPhone } from './mask/mask.ts';

export { formatAmount, formatCount, formatDecimal, formatMoney, NOTHING } from './format/money.ts';
export {
  eatDay,
  eatHour,
  formatAge,
  formatDate,
  formatDateTime,
  formatTime,
  lastDays,
  TIME_ZONE,
} from './format/dates.ts';
export type { Moment } from './format/dates.ts';

export { clearToastHistory, closeToast, showToast, toastHistory$, toasts$ } from './feedback/toast-store.ts';
export type { Toast, ToastOptions, ToastType } from './feedback/toast-store.ts';
export { ToastHost } from './feedback/toast-host.tsx';
export { modals$, openModal } from './feedback/modal-store.ts';
export type { ModalHandle, ModalOptions } from './feedback/modal-store.ts';
export { ModalBody, ModalHost } from './feedback/modal-host.tsx';
export { confirm } from './feedback/confirm.tsx';
export type { ConfirmOptions } from './feedback/confirm.tsx';
export { LoadingOverlay } from './feedback/loading-overlay.tsx';
export { Spinner } from './feedback/spinner.tsx';

export { apiLanguage, languageChain } from './i18n/language-code.ts';
export {
  addTexts,
  bringOtherTexts,
  hasPseudoTexts,
  hasTexts,
  missingTexts$,
  removeTexts,
  setOwnTexts,
  showLanguage,
  showPseudoTexts,
  showTextKeys,
  textOf,
  textRevisionOf,
} from './i18n/texts.ts';
export type { MissingText, TextValues, Translate } from './i18n/texts.ts';

export { createScope } from './scope/scope.ts';
export type { HandleKind, PluginScope, ShowToast } from './scope/scope.ts';
export {
  hostScope,
  ScopeProvider,
  useInterval,
  usePluginScope,
  useSubscription,
  useText,
} from './scope/use-plugin-scope.ts';
export { offerShortcuts, shortcutGroups$ } from './shortcuts/shortcuts.ts';
export type { ShortcutGroup } from './shortcuts/shortcuts.ts';
export { setFills, Slot, useFills } from './slots/slot.tsx';
export type { Fill, SlotProps } from './slots/slot.tsx';
export { definePlugin } from './plugin/define-plugin.ts';
export type { PageLoader, Plugin } from './plugin/define-plugin.ts';

export { CopyDetails, CopyIcon } from './components/copy-icon.tsx';
export { clearCopyHistory, copyHistory$, copyText } from './components/copy-text.ts';
export { EatTime, Masked, Money } from './components/values.tsx';
export { StatusTag } from './components/status-tag.tsx';
export type { StatusTone } from './components/status-tag.tsx';
export { Empty, Failed, Forbidden, MinimalAreaNotice } from './components/states.tsx';
export { setHashWorkerUrl } from './upload/worker-url.ts';

export {
  requestDraft,
  clearDrafts,
  dropDraft,
  hasUnsavedForms,
  keepDrafts,
  keptDrafts$,
  registerForm,
  takeDraft,
  useOpenForm,
} from './drafts/drafts.ts';
export type { Draft, OpenForm } from './drafts/drafts.ts';
export { reloadKeepingDrafts, startVersionWatch } from './version/start-version-watch.ts';
export { AUTO_REFRESH_MS, VERSION_POLL_MS } from './version/version-watch.ts';
export type { SharedDeadline, VersionState, VersionWatch } from './version/version-watch.ts';
export { hasJobFile, isLiveJob, ownJobs$, saveJobFile, watchOwnJobs } from './jobs/own-jobs.ts';
export { mayChange, serverEvents$, startServerEvents } from './events/server-events.ts';
export { flushTracking, startTracking, track, tracking$, trackView } from './tracking/tracking.ts';
export type { TrackedFact, TrackedPage } from './tracking/tracking.ts';
export { pinnedPages } from './session/page-places.ts';

export { announcement, approval, home } from './api/first-calls.ts';
