import { BlockList, isIPv6 } from 'node:net'

/** Whether a connection is from one of these addresses and networks (`10.0.0.7`, `fd00::/8`). */
export function trustIn(proxies: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const each of proxies) {
    const [address = '', bits] = each.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => address !== undefined && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
