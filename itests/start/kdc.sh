#!/bin/bash
# A Kerberos realm, CIF.TEST. It has one principal for all daemons, one for their web pages, and one for a client, ann.
# Their keytabs, and a key for HTTPS, come to the folder of secrets, where all services wait for them.
set -e
secrets=/etc/cif-itests/secrets
export KRB5_KDC_PROFILE=/tmp/kdc.conf
cat > "$KRB5_KDC_PROFILE" << END
[kdcdefaults]
  kdc_listen = 88
  kdc_tcp_listen = 88
[realms]
  CIF.TEST = {
    database_name = /var/lib/krb5kdc/principal
    key_stash_file = /var/lib/krb5kdc/stash
    max_life = 10h
  }
END
if [ ! -e "$secrets/ready" ]; then
  kdb5_util create -s -r CIF.TEST -P "$(head -c 24 /dev/urandom | base64)"
  for principal in root/cluster HTTP/cluster ann; do
    kadmin.local -q "addprinc -randkey $principal"
  done
  kadmin.local -q "ktadd -k $secrets/daemons.keytab root/cluster HTTP/cluster"
  kadmin.local -q "ktadd -k $secrets/ann.keytab ann"
  "$JAVA_HOME/bin/keytool" -genkeypair -alias cluster -keyalg RSA -dname CN=cluster -validity 2 \
    -keystore "$secrets/keystore" -storetype pkcs12 -storepass password
  touch "$secrets/ready"
fi
exec krb5kdc -n
