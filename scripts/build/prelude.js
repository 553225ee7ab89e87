// Teaches SystemJS to take modules out of a pack instead of fetching each, and to check every file
// whose name carries its SHA-256 against that name.
(function () {
  var packed = Object.create(null);
  var loader = System.constructor.prototype;
  var instantiate = loader.instantiate;
  var createScript = loader.createScript;
  window.kituoPack = function (path, imports, declare) {
    packed[new URL(path, location.origin).href] = [imports, declare];
  };
  loader.instantiate = function (url) {
    return packed[url] || instantiate.apply(this, arguments);
  };
  loader.createScript = function (url) {
    var script = createScript.apply(this, arguments);
    var name = /\.([\w-]{43})\.js$/.exec(url);
    if (name && !script.integrity)
      script.integrity = 'sha256-' + name[1].replace(/-/g, '+').replace(/_/g, '/') + '=';
    return script;
  };
})();
