/** Ways out of a frame that no content security policy closes. */
const DOORS = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport'];

/** Takes them away before the plugin's code runs. */
export function shutDoors(view: Window): void {
  for (const door of DOORS)
    if (door in view)
      Object.defineProperty(view, door, { value: undefined, configurable: false, writable: false });
}
