#!/bin/sh
# Makes what docker-compose.yml reads from secrets/. What is there already stays: with another master key nothing sealed could be read.
set -eu
umask 077
cd "$(dirname "$0")/.."
# Each file can be read by the users inside the containers, whatever their ids; the folder keeps other users of this machine out.
mkdir -p secrets
chmod 700 secrets
cd secrets

# keep NAME: standard input becomes the secret, unless there is one.
keep() {
  if [ -s "$1" ]; then
    cat >/dev/null
    return
  fi
  cat >"$1.new"
  [ -s "$1.new" ]
  chmod 644 "$1.new"
  mv "$1.new" "$1"
  echo "made secrets/$1"
}

# Hexadecimal, so that it can stand in an address as it is.
password() {
  head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'
}

head -c 32 /dev/urandom | base64 | keep master_key
password | keep mongodb_root_password
password | keep mongodb_password
head -c 567 /dev/urandom | base64 | tr -d '\n' | keep mongodb_keyfile
password | keep elasticsearch_password
printf 'mongodb://chatledger:%s@mongodb:27017/chatledger?replicaSet=rs0' "$(cat mongodb_password)" | keep mongodb_url
printf 'http://elastic:%s@elasticsearch:9200' "$(cat elasticsearch_password)" | keep elasticsearch_url
