// A push service on this machine, and browsers that read its messages: by the text of RFC 8291, RFC 8188 and RFC 8292, with
// Node's cryptography, so that no code of the server checks itself.
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import { PATIENCE } from './server.js';

/** @typedef {{path: string, headers: import('node:http').IncomingHttpHeaders, body: Buffer}} Request */

/** Starts a push service. */
export async function pushService() {
  /** @type {Request[]} */
  const requests = [];
  const service = createServer((request, answer) => {
    /** @type {Buffer[]} */
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      answer.writeHead(201).end();
    });
  });
  await new Promise((done) => service.listen(0, '127.0.0.1', () => done(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (service.address());
  const origin = `http://127.0.0.1:${port}`;
  const of = (/** @type {string} */ name) => requests.filter(({ path }) => path === `/${name}`);
  return {
    origin,
    requests: of,
    /** Waits for the message number `count` to a browser. @param {string} name @param {number} count */
    async message(name, count) {
      for (const until = Date.now() + PATIENCE; ;) {
        const found = of(name);
        assert.ok(found.length <= count, `${found.length} messages for ${name}, not ${count}`);
        if (found.length === count) return /** @type {Request} */ (found[count - 1]);
        assert.ok(Date.now() < until, `no message number ${count} for ${name}`);
        await new Promise((done) => setTimeout(done, 50));
      }
    },
    stop: () => new Promise((done) => {
      service.closeAllConnections();
      service.close(done);
    }),
  };
}

/** A browser with keys of its own. */
export function pushBrowser() {
  const key = createECDH('prime256v1');
  const own = key.generateKeys();
  const secret = randomBytes(16);
  return {
    /** The subscription at an address. @param {string} endpoint */
    subscription: (endpoint) => ({ endpoint, expirationTime: null, keys: { p256dh: own.toString('base64url'), auth: secret.toString('base64url') } }),
    /** What a message says. @param {Request} request */
    read({ headers, body }) {
      assert.equal(headers['content-encoding'], 'aes128gcm');
      const salt = body.subarray(0, 16);
      assert.equal(body[20], 65, 'the length of the sender’s key');
      const sender = body.subarray(21, 86);
      const sealed = body.subarray(86);
      assert.ok(sealed.length <= body.readUInt32BE(16), 'one record');
      const derive = (/** @type {Uint8Array} */ input, /** @type {Uint8Array} */ from, /** @type {string | Buffer} */ info, /** @type {number} */ length) =>
        Buffer.from(hkdfSync('sha256', input, from, info, length));
      const input = derive(key.computeSecret(sender), secret, Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]), 32);
      const content = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12);
      const cipher = createDecipheriv('aes-128-gcm', content, nonce);
      cipher.setAuthTag(sealed.subarray(-16));
      const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      const end = text.lastIndexOf(2);
      assert.ok(text.subarray(end + 1).every((byte) => byte === 0), 'only padding follows');
      return JSON.parse(text.subarray(0, end).toString());
    },
  };
}

/** Checks who has signed a request; returns the claims. @param {Request} request @param {string} publicKey base64url */
export function signedBy({ headers }, publicKey) {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  assert.equal(key, publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  assert.deepEqual(JSON.parse(Buffer.from(head, 'base64url').toString()), { typ: 'JWT', alg: 'ES256' });
  const point = Buffer.from(publicKey, 'base64url');
  const part = (/** @type {number} */ from) => point.subarray(from, from + 32).toString('base64url');
  const known = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }, format: 'jwk' });
  assert.ok(verify('sha256', Buffer.from(`${head}.${claims}`), { key: known, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')), 'the signature');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}
