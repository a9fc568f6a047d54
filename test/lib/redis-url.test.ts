import { describe, expect, test } from 'vitest'
import { parseRedisUrl, withoutLogin } from '../../src/lib/redis-url.ts'

describe('a Redis URL names', () => {
  test.each([
    ['redis://redis.example', { kind: 'server', tls: false, nodes: [{ host: 'redis.example', port: 6379 }] }],
    [
      'rediss://me:p%40%2Fss@[::1]:7000/2',
      {
        kind: 'server',
        tls: true,
        nodes: [{ host: '::1', port: 7000 }],
        username: 'me',
        password: 'p@/ss',
        db: 2,
      },
    ],
    [
      'redis://:only@h/',
      { kind: 'server', tls: false, nodes: [{ host: 'h', port: 6379 }], password: 'only' },
    ],
    ['unix:///run/my%20redis.sock', { kind: 'socket', path: '/run/my redis.sock' }],
    [
      'redis+cluster://me:a@b@n1:7001,n2,[fd00::3]:7003',
      {
        kind: 'cluster',
        tls: false,
        nodes: [
          { host: 'n1', port: 7001 },
          { host: 'n2', port: 6379 },
          { host: 'fd00::3', port: 7003 },
        ],
        username: 'me',
        password: 'a@b',
      },
    ],
    ['rediss+cluster://n1/0', { kind: 'cluster', tls: true, nodes: [{ host: 'n1', port: 6379 }] }],
    [
      'rediss+sentinel://s1,s2:7000/my-primary/3',
      {
        kind: 'sentinel',
        tls: true,
        nodes: [
          { host: 's1', port: 26_379 },
          { host: 's2', port: 7000 },
        ],
        primary: 'my-primary',
        db: 3,
      },
    ],
    [
      'redis+sentinel://s1/shop',
      { kind: 'sentinel', tls: false, nodes: [{ host: 's1', port: 26_379 }], primary: 'shop' },
    ],
  ])('%s', (url, place) => {
    expect(parseRedisUrl(url)).toEqual(place)
  })
})

const secret = 'drawn-secret'

test.each([
  [`http://me:${secret}@h`, 'it does not start with a known scheme'],
  [`redis+clusters://me:${secret}@h`, 'it does not start with a known scheme'],
  ['localhost:6379', 'it does not start with a known scheme'],
  [`redis://me:${secret}@`, 'node 1 is not host:port'],
  [`redis+cluster://me:${secret}@n1:7001,`, 'node 2 is not host:port'],
  [`redis+cluster://me:${secret}@n1:7001,n2:70000`, 'node 2 is not host:port'],
  [`redis+cluster://me:${secret}@n1:0`, 'node 1 is not host:port'],
  [`redis+cluster://me:${secret}@n1/1`, 'a cluster has no other database than 0'],
  [`redis://me:${secret}@n1:7001,n2:7002`, 'it names 2 nodes; use redis+cluster:// or redis+sentinel://'],
  [`redis+sentinel://me:${secret}@s1,s2`, 'the name of the primary is missing'],
  [`redis+sentinel://s1/shop/one`, 'the database is not a number'],
  [`redis+sentinel://s1/shop/1/2`, 'it has more than the name of the primary and a database'],
  [`redis://h/shop`, 'the database is not a number'],
  [`redis://h/1/2`, 'it has more than a database behind the host'],
  [`redis://me:${secret}/x@h`, 'its user or password contains /; write it as %2F'],
  [`redis://me:${secret}?x@h`, 'it contains ?, # or a space'],
  [`redis://me:${secret}%zz@h`, 'it contains a % that is not part of a code such as %25'],
  ['unix://run/redis.sock', 'the path of the socket is not absolute'],
])('%s is rejected with the reason, without its password', (url, fault) => {
  expect(() => parseRedisUrl(url)).toThrow(fault)
  expect(() => parseRedisUrl(url)).not.toThrow(secret)
})

test.each([
  ['redis+cluster://me:a@b@n1:7001,n2:7002', 'redis+cluster://n1:7001,n2:7002'],
  ['rediss+sentinel://:pw@s1,s2/shop/1', 'rediss+sentinel://s1,s2/shop/1'],
  ['redis://h:6379/2', 'redis://h:6379/2'],
])('%s is shown without its login', (url, shown) => {
  expect(withoutLogin(url)).toBe(shown)
})
