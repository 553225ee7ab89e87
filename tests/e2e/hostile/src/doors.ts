/** Says which way out stands open where it runs. */
export const door = typeof RTCPeerConnection === 'undefined' ? 'shut' : 'open';
window.parent.postMessage(`door ${door}`, '*');
