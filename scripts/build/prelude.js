// Teaches SystemJS to take modules out of a pack, and those that the document carries as deferred
// scripts out of these, instead of fetching each; and to check every file whose name carries its
// SHA-256 against that name.
(function () {
  // Ways out of an isolated plugin's frame that no policy closes. Here, where the loader begins: a frame that the
  // plugin makes of its own document (`srcdoc`) has fresh ones, and runs no plugin's script without the loader.
  if (window.origin === 'null')
    ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport'].forEach(function (door) {
      Object.defineProperty(window, door, { value: undefined });
    });
  var packed = Object.create(null);
  var written = Object.create(null);
  var loader = System.constructor.prototype;
  var instantiate = loader.instantiate;
  var createScript = loader.createScript;
  var register = loader.register;
  var load = loader.import;
  window.kituoPack = function (path, imports, declare) {
    packed[new URL(path, document.baseURI).href] = [imports, declare];
  };
  // The scripts after the packs; all of them stand in the document by the time a deferred one runs.
  document.querySelectorAll('script[data-module]').forEach(function (script) {
    written[script.src] = new Promise(function (resolve) {
      script.onload = function () {
        resolve(script.kituoModule);
      };
      // Fetched anew by whoever imports it: one refusal may pass, and the loader knows what to tell.
      script.onerror = function () {
        resolve();
      };
    });
  });
  loader.register = function (imports, declare) {
    var script = document.currentScript;
    if (script && script.dataset.module === '') script.kituoModule = [imports, declare];
    else register.apply(this, arguments);
  };
  loader.instantiate = function (url) {
    var self = this;
    var args = arguments;
    var there = written[url];
    // Once only: whoever forgets a module wants its file anew.
    delete written[url];
    if (!there) return packed[url] || instantiate.apply(self, args);
    return there.then(function (module) {
      return module || instantiate.apply(self, args);
    });
  };
  // As in the large build of SystemJS. The registry is the one part that the loader keeps to itself.
  var registry = System[Object.getOwnPropertySymbols(System)[0]];
  loader.delete = function (url) {
    var known = registry[url];
    if (!known || (known.p && known.p.e !== null) || known.E) return false;
    delete registry[url];
    return true;
  };
  // What a module loads on demand and did not get is forgotten: asking again fetches it anew. Who imports
  // by name from outside forgets by himself.
  loader.import = function (name, parent) {
    var self = this;
    var loading = load.apply(self, arguments);
    if (!parent) return loading;
    return loading.catch(function (fault) {
      Object.keys(registry).forEach(function (url) {
        if (registry[url].er) self.delete(url);
      });
      throw fault;
    });
  };
  loader.createScript = function (url) {
    var script = createScript.apply(this, arguments);
    // A frame of an opaque origin is on another side than its own address.
    if (window.origin === 'null') script.crossOrigin = 'anonymous';
    var name = /\.([\w-]{43})\.js$/.exec(url);
    if (name && !script.integrity) script.integrity = 'sha256-' + name[1].replace(/-/g, '+').replace(/_/g, '/') + '=';
    return script;
  };
})();
