import { subscribe } from 'node:diagnostics_channel'

// Loaded into a process of the mirror. The first request then throws an error that quotes the secrets.
const said = `fault with ${process.env['PARTNER_TOKEN']} and ${process.env['CMS_PASSWORD']} at redis://:pw4711@host`
subscribe('undici:request:create', () => {
  if (process.env['CRASH'] === 'rejection') void Promise.reject(new Error(said, { cause: new Error(said) }))
  else throw new Error(said, { cause: new Error(said) })
})
