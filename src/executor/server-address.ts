/**
 * The address of a server over HTTP, taken apart; undefined if it is none. A token before the host, or a name and a password,
 * are sent as such and shown nowhere.
 */
export function parseServerAddress(spelled: string) {
  const url = URL.canParse(spelled) ? new URL(spelled) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  const [name, password] = [url.username, url.password].map(decodeURIComponent);
  url.username = '';
  url.password = '';
  const basic = password && `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
  return { url, authorization: basic || (name ? `Bearer ${name}` : undefined) };
}
