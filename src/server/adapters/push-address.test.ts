import { expect, test } from 'vitest'
import { readConfig } from '../base/config.ts'
import { isPublicAddress, lookupPublic, outgoingAddressOf, PrivateAddress } from './push-address.ts'

const { pushHosts: known } = readConfig({})

test('pushes go to the known push services, and to no other host', () => {
  const allowed = [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
    'https://WEB.push.apple.com:443/abc',
  ]
  const refused = [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evil.example/fcm.googleapis.com',
    'https://evilpush.apple.com/abc',
    'https://push.apple.com.evil.example/',
    'https://someone@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com./abc',
    'ftp://fcm.googleapis.com/abc',
    'fcm.googleapis.com',
    'javascript:alert(1)',
    '',
  ]
  expect(allowed.filter((endpoint) => !outgoingAddressOf(endpoint, known))).toEqual([])
  expect(refused.filter((endpoint) => outgoingAddressOf(endpoint, known))).toEqual([])
})

test('a star allows every host by name, and none that is private by its name or an address', () => {
  expect(outgoingAddressOf('https://push.hotel.example/abc', ['*'])).toMatchObject({ isListed: false })
  const refused = [
    ...['localhost', 'push.localhost', 'printer.local', 'db.internal', 'router.lan', 'nas.home.arpa', 'intranet'],
    ...['localhost.', 'LOCALHOST.', 'ｌocalhost.', 'localhost。', 'localhost%2e', 'localhost..', 'db.internal.'],
    ...['printer.local.', '127.0.0.1.', 'push.hotel.example.', 'localhost.localdomain', 'localhost6.localdomain6'],
    ...['wiki.intranet', 'mail.corp', 'nas.home', 'db.private', 'door.test', 'door.invalid', 'hidden.onion', 'x.alt'],
    ...[
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '10.0.0.5',
      '203.0.113.9',
      '[::1]',
      '[2606:4700::1111]',
      '[::ffff:10.0.0.1]',
    ],
  ].map((host) => `https://${host}/abc`)
  expect(refused.filter((endpoint) => outgoingAddressOf(endpoint, ['*']))).toEqual([])
})

test('a host that is listed with its port is allowed as it is, and no other port of it', () => {
  const hosts = ['127.0.0.1:8443', 'push.hotel.example:443']
  expect(outgoingAddressOf('http://127.0.0.1:8443/abc', hosts)).toMatchObject({ isListed: true })
  expect(outgoingAddressOf('https://push.hotel.example/abc', hosts)).toMatchObject({ isListed: true })
  for (const endpoint of ['http://127.0.0.1:8444/abc', 'http://127.0.0.1/abc', 'http://push.hotel.example/abc'])
    expect(outgoingAddressOf(endpoint, hosts)).toBeNull()
})

test('an address of a private or special network is not public', () => {
  const addresses = ['8.8.8.8', '142.250.74.10', '2606:4700::1111', '64:ff9b::808:808', '::ffff:8.8.8.8']
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([])
  const others = [
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.8',
    ],
    ...['192.168.1.1', '198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255', '240.0.0.1'],
    ...[
      '::',
      '::1',
      'fe80::1',
      'fd00::1',
      'ff02::1',
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1',
      '64:ff9b:1::1',
      '2002:a00:1::1',
    ],
    ...['2001:db8::1', '2001::1', 'fec0::1', 'not an address'],
  ]
  expect(others.filter(isPublicAddress)).toEqual([])
})

test('a name that resolves to a private address is not connected to', async () => {
  const lookUp = (all: boolean, ...addresses: string[]) =>
    new Promise((resolve) =>
      lookupPublic(async () => addresses.map((address) => ({ address, family: 4 })))(
        'push.example',
        { all },
        (error, found) => resolve(error ?? found),
      ),
    )
  for (const all of [true, false]) {
    expect(await lookUp(all, '10.0.0.5')).toBeInstanceOf(PrivateAddress)
    expect(await lookUp(all, '8.8.8.8', '10.0.0.5')).toBeInstanceOf(PrivateAddress)
    expect(await lookUp(all)).toBeInstanceOf(PrivateAddress)
  }
  expect(await lookUp(true, '8.8.8.8')).toEqual([{ address: '8.8.8.8', family: 4 }])
  expect(await lookUp(false, '8.8.8.8')).toBe('8.8.8.8')
})
