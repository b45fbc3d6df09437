BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0030');
CREATE TABLE audit_log (
	id VARCHAR(36) NOT NULL, 
	at DATETIME NOT NULL, 
	actor_id VARCHAR(36) NOT NULL, 
	action VARCHAR(100) NOT NULL, 
	subject_id VARCHAR(36) NOT NULL, 
	details JSON NOT NULL, times INTEGER DEFAULT '1' NOT NULL, last_at DATETIME, 
	CONSTRAINT pk_audit_log PRIMARY KEY (id)
);
INSERT INTO "audit_log" VALUES('d33411ab-649e-427c-822b-a779c58be099','2026-09-12 18:00:00.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','event.created','0b4649cd-869b-48e5-b826-628c1ce5785f','{"title": "Weapon Building in Orlando", "occurrences": 1, "text": 208}',1,NULL);
INSERT INTO "audit_log" VALUES('7ac7d375-c1b0-4c93-acf9-8a1b1b49d9b1','2026-11-28 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','event.created','1150fa72-2e4e-4a37-940d-547e2484887d','{"title": "Lantern Tournament in Panama City", "occurrences": 1, "text": 210}',1,NULL);
INSERT INTO "audit_log" VALUES('7d4b8f7b-227d-09dd-978a-5cdae21e8dca','2026-11-28 04:03:48.000000','d4318c46-453f-4b2c-9a4f-bab02133db57','event.created','2d9503e6-977d-467a-9fd1-99e6bc9e1fd4','{"title": "Open Practice in Gainesville", "occurrences": 1, "text": 211}',1,NULL);
INSERT INTO "audit_log" VALUES('4aa4c818-65ed-4510-ac0f-e7656657c0b1','2026-11-28 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','event.created','4b08c4ad-2315-4b6a-a936-741b8b9cf10d','{"title": "Shield Wall Training in Miami", "occurrences": 1, "text": 194}',1,NULL);
INSERT INTO "audit_log" VALUES('bccbfe1b-7366-4036-8c18-d0128d139372','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','05c619eb-904a-4b59-a61e-408a618d1325','{"name": "Coral Banner"}',1,NULL);
INSERT INTO "audit_log" VALUES('e67faecf-5131-4fa1-8bdb-05be82609600','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','0a5470b9-d254-4229-8422-4aaabe5f0f02','{"name": "Canal Street"}',1,NULL);
INSERT INTO "audit_log" VALUES('8fa879c4-8168-4f81-b932-b28664ce18f6','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','0a7a599e-b371-46ba-82ff-23bfe862ca26','{"name": "North Gate"}',1,NULL);
INSERT INTO "audit_log" VALUES('87cc000a-7e95-4f56-9519-6141f3c567e5','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','1150b314-9a77-4a86-b313-32b66b0853cb','{"name": "Lantern Hall"}',1,NULL);
INSERT INTO "audit_log" VALUES('cbd9ba58-fedd-4459-8cf8-328799d33dbd','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','11560528-4f7a-4b5f-8e7f-405ee9ac0668','{"name": "Gulfwatch"}',1,NULL);
INSERT INTO "audit_log" VALUES('ce475607-058e-4ce2-a135-307fde6afa58','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','38125eb6-2c55-4c18-a1b6-1ccb84f7f2b2','{"name": "Stone Mountain Clan"}',1,NULL);
INSERT INTO "audit_log" VALUES('3d1dd3d4-3047-4829-a0b8-dcca1c6006f8','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','4d502994-2192-4a98-8146-39f0f3f7f542','{"name": "Live Oak Company"}',1,NULL);
INSERT INTO "audit_log" VALUES('79d7373a-8866-44cf-bb92-917525e8ac95','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','6188b95e-b4d0-4c83-a407-3965b2f08301','{"name": "Calusa Shields"}',1,NULL);
INSERT INTO "audit_log" VALUES('52afe61a-32b4-4ab6-9b2b-eb69f4b11dfd','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','83cab5eb-2065-4e1c-bb74-44a55add655a','{"name": "Sunken Pier"}',1,NULL);
INSERT INTO "audit_log" VALUES('e8d58a1d-9d8b-49be-a244-1a973da50d74','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','c532744b-be76-4773-932f-0cef153e0664','{"name": "White Sand Ronin"}',1,NULL);
INSERT INTO "audit_log" VALUES('5d766e96-2735-4af1-8f27-b0a06c407211','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','cbaa58b2-e51e-4ba7-aec2-f3cd13da9b85','{"name": "Tidewall Dojo"}',1,NULL);
INSERT INTO "audit_log" VALUES('0ae132e7-fe36-4e89-bfc7-981609350748','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','e40289b4-e6db-4d36-8a33-cc83ad2edf1f','{"name": "Prairie Wolves"}',1,NULL);
INSERT INTO "audit_log" VALUES('63699182-096e-41aa-84db-a0c358620790','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','e4a5b0f6-3561-4f93-8ab0-f755917fd86c','{"name": "Seven Hills"}',1,NULL);
INSERT INTO "audit_log" VALUES('714a28b5-c553-46c1-8859-b5d0bb5f05ef','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','f5de8998-c826-4481-8fcc-19a31d5ef9e1','{"name": "Classic City Blades"}',1,NULL);
INSERT INTO "audit_log" VALUES('224bdc8c-c545-4c62-a871-90f9ce44cec4','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','feef933b-0811-4d75-bd51-21450478af8d','{"name": "Osprey Guard"}',1,NULL);
INSERT INTO "audit_log" VALUES('1cb2fd77-f020-d40b-a6cb-db2c106b1b09','2026-09-08 04:03:48.000000','08cffc49-91ec-4d10-afb1-57ccf1c87125','account.created','08cffc49-91ec-4d10-afb1-57ccf1c87125','{"demo": true}',1,NULL);
INSERT INTO "audit_log" VALUES('9a4d2414-b469-fce6-23d0-b7ea97296cc8','2026-09-08 04:03:48.000000','24a4bac1-7d9d-499d-94b0-1c746a4c0580','account.created','24a4bac1-7d9d-499d-94b0-1c746a4c0580','{"demo": true}',1,NULL);
INSERT INTO "audit_log" VALUES('8867c935-3ebe-2637-7d99-7fb4ae64e7ab','2026-09-08 04:03:48.000000','2e388cdf-c1a6-438a-9052-f4919d0684ac','account.created','2e388cdf-c1a6-438a-9052-f4919d0684ac','{"demo": true}',1,NULL);
INSERT INTO "audit_log" VALUES('531e1a40-78cf-0f75-ae0f-03adb999c29f','2026-09-08 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','account.created','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','{"demo": true}',1,NULL);
INSERT INTO "audit_log" VALUES('e9277b84-3565-4250-af39-7aada85e4fa8','2026-09-08 04:03:48.000000','8300458c-3bc7-46a0-9ecc-de7a326b6b0a','account.created','8300458c-3bc7-46a0-9ecc-de7a326b6b0a','{"demo": true}',1,NULL);
INSERT INTO "audit_log" VALUES('4c9b9a90-8789-90d6-5446-a13914525f24','2026-09-08 04:03:48.000000','953e92dc-79ef-485b-86a4-5fb63e948c56','account.created','953e92dc-79ef-485b-86a4-5fb63e948c56','{"demo": true}',1,NULL);
INSERT INTO "audit_log" VALUES('4af58c0e-22c0-2000-2cd7-b6368af8875c','2026-09-08 04:03:48.000000','b2ed4b19-8961-4889-bdb2-d1a5dc2da836','account.created','b2ed4b19-8961-4889-bdb2-d1a5dc2da836','{"demo": true}',1,NULL);
INSERT INTO "audit_log" VALUES('6a49cf87-49c4-e65a-f294-d1d17666a7e0','2026-09-08 04:03:48.000000','bb53e242-d0c2-4272-b068-ec99fd783482','account.created','bb53e242-d0c2-4272-b068-ec99fd783482','{"demo": true}',1,NULL);
INSERT INTO "audit_log" VALUES('4fa8dba2-b990-d3d0-2916-c34cd3bb3228','2026-09-08 04:03:48.000000','d4318c46-453f-4b2c-9a4f-bab02133db57','account.created','d4318c46-453f-4b2c-9a4f-bab02133db57','{"demo": true}',1,NULL);
INSERT INTO "audit_log" VALUES('58f9e1e2-3b3f-8558-b431-118af94d896a','2026-09-08 04:03:48.000000','de834d7c-9146-48a6-9e4b-48e90f15f7ce','account.created','de834d7c-9146-48a6-9e4b-48e90f15f7ce','{"demo": true}',1,NULL);
INSERT INTO "audit_log" VALUES('7580cc75-3e5a-d468-0bc8-6abd553b72c1','2026-09-08 04:03:48.000000','eaafe2dd-5ff3-43ca-aeae-24ea9194614a','account.created','eaafe2dd-5ff3-43ca-aeae-24ea9194614a','{"demo": true}',1,NULL);
CREATE TABLE audit_pardons (
	user_id VARCHAR(36) NOT NULL, 
	CONSTRAINT pk_audit_pardons PRIMARY KEY (user_id)
);
INSERT INTO "audit_pardons" VALUES('gone');
CREATE TABLE audit_words (
	line_id VARCHAR(36) NOT NULL, 
	at DATETIME NOT NULL, 
	actor_id VARCHAR(36) NOT NULL, 
	action VARCHAR(100) NOT NULL, 
	kind VARCHAR(50) NOT NULL, 
	thing VARCHAR(255) NOT NULL, 
	sought VARCHAR(255) NOT NULL, 
	changes JSON NOT NULL, 
	user_id VARCHAR(36), 
	CONSTRAINT pk_audit_words PRIMARY KEY (line_id), 
	CONSTRAINT fk_audit_words_line_id_audit_log FOREIGN KEY(line_id) REFERENCES audit_log (id)
);
INSERT INTO "audit_words" VALUES('0ae132e7-fe36-4e89-bfc7-981609350748','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','chapter','Prairie Wolves','prairie wolves','[{"field": "Name", "before": "", "after": "Prairie Wolves"}, {"field": "Status", "before": "", "after": "Active"}, {"field": "Location", "before": "", "after": "Sweetgum Commons"}, {"field": "City", "before": "", "after": "Gainesville"}, {"field": "State", "before": "", "after": "Florida"}, {"field": "Description", "before": "", "after": "Prairie Wolves trains at Sweetgum Commons in Gainesville. Loaner weapons and shields for anyone who wants to try."}, {"field": "Contact email", "before": "", "after": ""}, {"field": "Meeting day", "before": "", "after": "Wednesday"}, {"field": "Meeting time", "before": "", "after": "6:00 PM"}, {"field": "Practice places", "before": "", "after": "Sweetgum Commons"}, {"field": "Leaders", "before": "", "after": "Park Lead Lead of Prairie Wolves"}, {"field": "How to reach the leaders", "before": "", "after": ""}, {"field": "Address", "before": "", "after": "Sweetgum Commons, Gainesville, Florida"}, {"field": "Place on the map", "before": "", "after": "29.65160000, -82.32480000"}, {"field": "Time zone", "before": "", "after": "America/New_York"}]',NULL);
INSERT INTO "audit_words" VALUES('224bdc8c-c545-4c62-a871-90f9ce44cec4','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','chapter','Osprey Guard','osprey guard','[{"field": "Name", "before": "", "after": "Osprey Guard"}, {"field": "Status", "before": "", "after": "Active"}, {"field": "Location", "before": "", "after": "Shell Road Field"}, {"field": "City", "before": "", "after": "Sarasota"}, {"field": "State", "before": "", "after": "Florida"}, {"field": "Description", "before": "", "after": "Osprey Guard trains at Shell Road Field in Sarasota. Loaner weapons and shields for anyone who wants to try."}, {"field": "Contact email", "before": "", "after": ""}, {"field": "Meeting day", "before": "", "after": "Sunday"}, {"field": "Meeting time", "before": "", "after": "6:00 PM"}, {"field": "Practice places", "before": "", "after": "Shell Road Field"}, {"field": "Leaders", "before": "", "after": "Park Lead Lead of Osprey Guard"}, {"field": "How to reach the leaders", "before": "", "after": ""}, {"field": "Address", "before": "", "after": "Shell Road Field, Sarasota, Florida"}, {"field": "Place on the map", "before": "", "after": "27.33640000, -82.53070000"}, {"field": "Time zone", "before": "", "after": "America/New_York"}]',NULL);
INSERT INTO "audit_words" VALUES('3d1dd3d4-3047-4829-a0b8-dcca1c6006f8','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','chapter','Live Oak Company','live oak company','[{"field": "Name", "before": "", "after": "Live Oak Company"}, {"field": "Status", "before": "", "after": "Active"}, {"field": "Location", "before": "", "after": "Moss Square"}, {"field": "City", "before": "", "after": "Savannah"}, {"field": "State", "before": "", "after": "Georgia"}, {"field": "Description", "before": "", "after": "Live Oak Company trains at Moss Square in Savannah. Loaner weapons and shields for anyone who wants to try."}, {"field": "Contact email", "before": "", "after": ""}, {"field": "Meeting day", "before": "", "after": "Saturday"}, {"field": "Meeting time", "before": "", "after": "6:00 PM"}, {"field": "Practice places", "before": "", "after": "Moss Square"}, {"field": "Leaders", "before": "", "after": "Park Lead Lead of Live Oak Company"}, {"field": "How to reach the leaders", "before": "", "after": ""}, {"field": "Address", "before": "", "after": "Moss Square, Savannah, Georgia"}, {"field": "Place on the map", "before": "", "after": "32.08090000, -81.09120000"}, {"field": "Time zone", "before": "", "after": "America/New_York"}]',NULL);
INSERT INTO "audit_words" VALUES('4aa4c818-65ed-4510-ac0f-e7656657c0b1','2026-11-28 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','event.created','event','Shield Wall Training in Miami','shield wall training in miami','[{"field": "Title", "before": "", "after": "Shield Wall Training in Miami"}, {"field": "Type", "before": "", "after": "Training"}, {"field": "When", "before": "", "after": "Wed, Jan 13, 2027, 6:00 PM \u2013 8:00 PM ET"}, {"field": "Chapter", "before": "", "after": "Coral Banner"}, {"field": "Location", "before": "", "after": "Banyan Field"}, {"field": "Address", "before": "", "after": "Banyan Field, Miami, Florida"}, {"field": "Seats", "before": "", "after": "30"}, {"field": "Price", "before": "", "after": "Free"}, {"field": "Visible to", "before": "", "after": "Everybody"}, {"field": "Asks for", "before": "", "after": "Nothing"}, {"field": "Description", "before": "", "after": "Everyone\u2019s welcome at Banyan Field. We have loaner gear; wear closed shoes and bring water.\nSign your waiver when you arrive."}]',NULL);
INSERT INTO "audit_words" VALUES('52afe61a-32b4-4ab6-9b2b-eb69f4b11dfd','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','chapter','Sunken Pier','sunken pier','[{"field": "Name", "before": "", "after": "Sunken Pier"}, {"field": "Status", "before": "", "after": "Active"}, {"field": "Location", "before": "", "after": "Mangrove Green"}, {"field": "City", "before": "", "after": "St. Petersburg"}, {"field": "State", "before": "", "after": "Florida"}, {"field": "Description", "before": "", "after": "Sunken Pier meets in St. Petersburg every second Sunday. Loaner weapons and shields for anyone who wants to try."}, {"field": "Contact email", "before": "", "after": ""}, {"field": "Meeting day", "before": "", "after": "Sunday"}, {"field": "Meeting time", "before": "", "after": "6:00 PM"}, {"field": "Practice places", "before": "", "after": "Mangrove Green"}, {"field": "Leaders", "before": "", "after": "Park Lead Lead of Sunken Pier"}, {"field": "How to reach the leaders", "before": "", "after": ""}, {"field": "Address", "before": "", "after": "Mangrove Green, St. Petersburg, Florida"}, {"field": "Place on the map", "before": "", "after": "27.76760000, -82.64030000"}, {"field": "Time zone", "before": "", "after": "America/New_York"}]',NULL);
INSERT INTO "audit_words" VALUES('5d766e96-2735-4af1-8f27-b0a06c407211','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','chapter','Tidewall Dojo','tidewall dojo','[{"field": "Name", "before": "", "after": "Tidewall Dojo"}, {"field": "Status", "before": "", "after": "Active"}, {"field": "Location", "before": "", "after": "Riverbend Park"}, {"field": "City", "before": "", "after": "Tampa"}, {"field": "State", "before": "", "after": "Florida"}, {"field": "Description", "before": "", "after": "Tidewall Dojo meets in Tampa every Saturday. Loaner weapons and shields for anyone who wants to try."}, {"field": "Contact email", "before": "", "after": ""}, {"field": "Meeting day", "before": "", "after": "Saturday"}, {"field": "Meeting time", "before": "", "after": "6:00 PM"}, {"field": "Practice times", "before": "", "after": "Saturdays, 6:00 PM to 8:00 PM"}, {"field": "Practice places", "before": "", "after": "Riverbend Park"}, {"field": "Leaders", "before": "", "after": "Park Lead Lead of Tidewall Dojo"}, {"field": "How to reach the leaders", "before": "", "after": ""}, {"field": "Address", "before": "", "after": "Riverbend Park, Tampa, Florida"}, {"field": "Place on the map", "before": "", "after": "27.95060000, -82.45720000"}, {"field": "Time zone", "before": "", "after": "America/New_York"}]',NULL);
INSERT INTO "audit_words" VALUES('63699182-096e-41aa-84db-a0c358620790','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','chapter','Seven Hills','seven hills','[{"field": "Name", "before": "", "after": "Seven Hills"}, {"field": "Status", "before": "", "after": "Active"}, {"field": "Location", "before": "", "after": "Red Clay Park"}, {"field": "City", "before": "", "after": "Tallahassee"}, {"field": "State", "before": "", "after": "Florida"}, {"field": "Description", "before": "", "after": "Seven Hills trains at Red Clay Park in Tallahassee. Loaner weapons and shields for anyone who wants to try."}, {"field": "Contact email", "before": "", "after": ""}, {"field": "Meeting day", "before": "", "after": "Saturday"}, {"field": "Meeting time", "before": "", "after": "6:00 PM"}, {"field": "Practice places", "before": "", "after": "Red Clay Park"}, {"field": "Leaders", "before": "", "after": "Park Lead Lead of Seven Hills"}, {"field": "How to reach the leaders", "before": "", "after": ""}, {"field": "Address", "before": "", "after": "Red Clay Park, Tallahassee, Florida"}, {"field": "Place on the map", "before": "", "after": "30.43830000, -84.28070000"}, {"field": "Time zone", "before": "", "after": "America/New_York"}]',NULL);
INSERT INTO "audit_words" VALUES('714a28b5-c553-46c1-8859-b5d0bb5f05ef','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','chapter','Classic City Blades','classic city blades','[{"field": "Name", "before": "", "after": "Classic City Blades"}, {"field": "Status", "before": "", "after": "Forming"}, {"field": "Location", "before": "", "after": "Mill Pond Park"}, {"field": "City", "before": "", "after": "Athens"}, {"field": "State", "before": "", "after": "Georgia"}, {"field": "Description", "before": "", "after": "Classic City Blades trains at Mill Pond Park in Athens. Loaner weapons and shields for anyone who wants to try."}, {"field": "Contact email", "before": "", "after": ""}, {"field": "Meeting day", "before": "", "after": "Thursday"}, {"field": "Meeting time", "before": "", "after": "6:00 PM"}, {"field": "Practice places", "before": "", "after": "Mill Pond Park"}, {"field": "Leaders", "before": "", "after": "Park Lead Lead of Classic City Blades"}, {"field": "How to reach the leaders", "before": "", "after": ""}, {"field": "Address", "before": "", "after": "Mill Pond Park, Athens, Georgia"}, {"field": "Place on the map", "before": "", "after": "33.95190000, -83.35760000"}, {"field": "Time zone", "before": "", "after": "America/New_York"}]',NULL);
INSERT INTO "audit_words" VALUES('79d7373a-8866-44cf-bb92-917525e8ac95','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','chapter','Calusa Shields','calusa shields','[{"field": "Name", "before": "", "after": "Calusa Shields"}, {"field": "Status", "before": "", "after": "Active"}, {"field": "Location", "before": "", "after": "Pine Island Green"}, {"field": "City", "before": "", "after": "Fort Myers"}, {"field": "State", "before": "", "after": "Florida"}, {"field": "Description", "before": "", "after": "Calusa Shields trains at Pine Island Green in Fort Myers. Loaner weapons and shields for anyone who wants to try."}, {"field": "Contact email", "before": "", "after": ""}, {"field": "Meeting day", "before": "", "after": "Saturday"}, {"field": "Meeting time", "before": "", "after": "6:00 PM"}, {"field": "Practice places", "before": "", "after": "Pine Island Green"}, {"field": "Leaders", "before": "", "after": "Park Lead Lead of Calusa Shields"}, {"field": "How to reach the leaders", "before": "", "after": ""}, {"field": "Address", "before": "", "after": "Pine Island Green, Fort Myers, Florida"}, {"field": "Place on the map", "before": "", "after": "26.64060000, -81.87230000"}, {"field": "Time zone", "before": "", "after": "America/New_York"}]',NULL);
INSERT INTO "audit_words" VALUES('7ac7d375-c1b0-4c93-acf9-8a1b1b49d9b1','2026-11-28 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','event.created','event','Lantern Tournament in Panama City','lantern tournament in panama city','[{"field": "Title", "before": "", "after": "Lantern Tournament in Panama City"}, {"field": "Type", "before": "", "after": "Tournament"}, {"field": "When", "before": "", "after": "Sun, May 16, 2027, 2:00 PM \u2013 7:00 PM CT"}, {"field": "Chapter", "before": "", "after": "Gulfwatch"}, {"field": "Location", "before": "", "after": "Dune Lake Park"}, {"field": "Address", "before": "", "after": "Dune Lake Park, Panama City, Florida"}, {"field": "Seats", "before": "", "after": "No limit"}, {"field": "Price", "before": "", "after": "$10.00"}, {"field": "Visible to", "before": "", "after": "Everybody"}, {"field": "Asks for", "before": "", "after": "Nothing"}, {"field": "Description", "before": "", "after": "Everyone\u2019s welcome at Dune Lake Park. We have loaner gear; wear closed shoes and bring water.\nSign your waiver when you arrive."}]',NULL);
INSERT INTO "audit_words" VALUES('87cc000a-7e95-4f56-9519-6141f3c567e5','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','chapter','Lantern Hall','lantern hall','[{"field": "Name", "before": "", "after": "Lantern Hall"}, {"field": "Status", "before": "", "after": "Active"}, {"field": "Location", "before": "", "after": "Lake Cypress Park"}, {"field": "City", "before": "", "after": "Orlando"}, {"field": "State", "before": "", "after": "Florida"}, {"field": "Description", "before": "", "after": "Lantern Hall trains at Lake Cypress Park in Orlando. Loaner weapons and shields for anyone who wants to try."}, {"field": "Contact email", "before": "", "after": ""}, {"field": "Meeting day", "before": "", "after": "Saturday"}, {"field": "Meeting time", "before": "", "after": "6:00 PM"}, {"field": "Practice places", "before": "", "after": "Lake Cypress Park"}, {"field": "Leaders", "before": "", "after": "Park Lead Lead of Lantern Hall"}, {"field": "How to reach the leaders", "before": "", "after": ""}, {"field": "Address", "before": "", "after": "Lake Cypress Park, Orlando, Florida"}, {"field": "Place on the map", "before": "", "after": "28.53840000, -81.37890000"}, {"field": "Time zone", "before": "", "after": "America/New_York"}]',NULL);
INSERT INTO "audit_words" VALUES('8fa879c4-8168-4f81-b932-b28664ce18f6','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','chapter','North Gate','north gate','[{"field": "Name", "before": "", "after": "North Gate"}, {"field": "Status", "before": "", "after": "Active"}, {"field": "Location", "before": "", "after": "Old Mill Meadow"}, {"field": "City", "before": "", "after": "Jacksonville"}, {"field": "State", "before": "", "after": "Florida"}, {"field": "Description", "before": "", "after": "North Gate trains at Old Mill Meadow in Jacksonville. Loaner weapons and shields for anyone who wants to try."}, {"field": "Contact email", "before": "", "after": ""}, {"field": "Meeting day", "before": "", "after": "Sunday"}, {"field": "Meeting time", "before": "", "after": "6:00 PM"}, {"field": "Practice places", "before": "", "after": "Old Mill Meadow"}, {"field": "Leaders", "before": "", "after": "Park Lead Lead of North Gate"}, {"field": "How to reach the leaders", "before": "", "after": ""}, {"field": "Address", "before": "", "after": "Old Mill Meadow, Jacksonville, Florida"}, {"field": "Place on the map", "before": "", "after": "30.33220000, -81.65570000"}, {"field": "Time zone", "before": "", "after": "America/New_York"}]',NULL);
INSERT INTO "audit_words" VALUES('bccbfe1b-7366-4036-8c18-d0128d139372','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','chapter','Coral Banner','coral banner','[{"field": "Name", "before": "", "after": "Coral Banner"}, {"field": "Status", "before": "", "after": "Active"}, {"field": "Location", "before": "", "after": "Banyan Field"}, {"field": "City", "before": "", "after": "Miami"}, {"field": "State", "before": "", "after": "Florida"}, {"field": "Description", "before": "", "after": "Coral Banner trains at Banyan Field in Miami. Loaner weapons and shields for anyone who wants to try."}, {"field": "Contact email", "before": "", "after": ""}, {"field": "Meeting day", "before": "", "after": "Sunday"}, {"field": "Meeting time", "before": "", "after": "6:00 PM"}, {"field": "Practice places", "before": "", "after": "Banyan Field"}, {"field": "Leaders", "before": "", "after": "Park Lead Lead of Coral Banner"}, {"field": "How to reach the leaders", "before": "", "after": ""}, {"field": "Address", "before": "", "after": "Banyan Field, Miami, Florida"}, {"field": "Place on the map", "before": "", "after": "25.76170000, -80.19180000"}, {"field": "Time zone", "before": "", "after": "America/New_York"}]',NULL);
INSERT INTO "audit_words" VALUES('cbd9ba58-fedd-4459-8cf8-328799d33dbd','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','chapter','Gulfwatch','gulfwatch','[{"field": "Name", "before": "", "after": "Gulfwatch"}, {"field": "Status", "before": "", "after": "Active"}, {"field": "Location", "before": "", "after": "Dune Lake Park"}, {"field": "City", "before": "", "after": "Panama City"}, {"field": "State", "before": "", "after": "Florida"}, {"field": "Description", "before": "", "after": "Gulfwatch trains at Dune Lake Park in Panama City. Loaner weapons and shields for anyone who wants to try."}, {"field": "Contact email", "before": "", "after": ""}, {"field": "Meeting day", "before": "", "after": "Saturday"}, {"field": "Meeting time", "before": "", "after": "6:00 PM"}, {"field": "Practice places", "before": "", "after": "Dune Lake Park"}, {"field": "Leaders", "before": "", "after": "Park Lead Lead of Gulfwatch"}, {"field": "How to reach the leaders", "before": "", "after": ""}, {"field": "Address", "before": "", "after": "Dune Lake Park, Panama City, Florida"}, {"field": "Place on the map", "before": "", "after": "30.15880000, -85.66020000"}, {"field": "Time zone", "before": "", "after": "America/Chicago"}]',NULL);
INSERT INTO "audit_words" VALUES('ce475607-058e-4ce2-a135-307fde6afa58','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','chapter','Stone Mountain Clan','stone mountain clan','[{"field": "Name", "before": "", "after": "Stone Mountain Clan"}, {"field": "Status", "before": "", "after": "Active"}, {"field": "Location", "before": "", "after": "Granite Field"}, {"field": "City", "before": "", "after": "Atlanta"}, {"field": "State", "before": "", "after": "Georgia"}, {"field": "Description", "before": "", "after": "Stone Mountain Clan trains at Granite Field in Atlanta. Loaner weapons and shields for anyone who wants to try."}, {"field": "Contact email", "before": "", "after": ""}, {"field": "Meeting day", "before": "", "after": "Sunday"}, {"field": "Meeting time", "before": "", "after": "6:00 PM"}, {"field": "Practice places", "before": "", "after": "Granite Field"}, {"field": "Leaders", "before": "", "after": "Park Lead Lead of Stone Mountain Clan"}, {"field": "How to reach the leaders", "before": "", "after": ""}, {"field": "Address", "before": "", "after": "Granite Field, Atlanta, Georgia"}, {"field": "Place on the map", "before": "", "after": "33.74900000, -84.38800000"}, {"field": "Time zone", "before": "", "after": "America/New_York"}]',NULL);
INSERT INTO "audit_words" VALUES('d33411ab-649e-427c-822b-a779c58be099','2026-09-12 18:00:00.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','event.created','event','Weapon Building in Orlando','weapon building in orlando','[{"field": "Title", "before": "", "after": "Weapon Building in Orlando"}, {"field": "Type", "before": "", "after": "Workshop"}, {"field": "When", "before": "", "after": "Sat, Oct 3, 2026, 2:00 PM \u2013 5:00 PM ET"}, {"field": "Chapter", "before": "", "after": "Lantern Hall"}, {"field": "Location", "before": "", "after": "Lake Cypress Park"}, {"field": "Address", "before": "", "after": "Lake Cypress Park, Orlando, Florida"}, {"field": "Seats", "before": "", "after": "20"}, {"field": "Price", "before": "", "after": "$15.00"}, {"field": "Visible to", "before": "", "after": "Everybody"}, {"field": "Asks for", "before": "", "after": "Nothing"}, {"field": "Description", "before": "", "after": "Everyone\u2019s welcome at Lake Cypress Park. We have loaner gear; wear closed shoes and bring water.\nSign your waiver when you arrive."}]',NULL);
INSERT INTO "audit_words" VALUES('e67faecf-5131-4fa1-8bdb-05be82609600','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','chapter','Canal Street','canal street','[{"field": "Name", "before": "", "after": "Canal Street"}, {"field": "Status", "before": "", "after": "Inactive"}, {"field": "Location", "before": "", "after": "Lock and Levee Green"}, {"field": "City", "before": "", "after": "Augusta"}, {"field": "State", "before": "", "after": "Georgia"}, {"field": "Description", "before": "", "after": "Canal Street trains at Lock and Levee Green in Augusta. Loaner weapons and shields for anyone who wants to try."}, {"field": "Contact email", "before": "", "after": ""}, {"field": "Meeting day", "before": "", "after": "Sunday"}, {"field": "Meeting time", "before": "", "after": "6:00 PM"}, {"field": "Practice places", "before": "", "after": "Lock and Levee Green"}, {"field": "Leaders", "before": "", "after": "Park Lead Lead of Canal Street"}, {"field": "How to reach the leaders", "before": "", "after": ""}, {"field": "Address", "before": "", "after": "Lock and Levee Green, Augusta, Georgia"}, {"field": "Place on the map", "before": "", "after": "33.47350000, -82.01050000"}, {"field": "Time zone", "before": "", "after": "America/New_York"}]',NULL);
INSERT INTO "audit_words" VALUES('e8d58a1d-9d8b-49be-a244-1a973da50d74','2026-09-08 04:03:48.000000','e3066361-be15-4443-81f5-f47ac537824b','chapter.created','chapter','White Sand Ronin','white sand ronin','[{"field": "Name", "before": "", "after": "White Sand Ronin"}, {"field": "Status", "before": "", "after": "Active"}, {"field": "Location", "before": "", "after": "Bayou Meadow"}, {"field": "City", "before": "", "after": "Pensacola"}, {"field": "State", "before": "", "after": "Florida"}, {"field": "Description", "before": "", "after": "White Sand Ronin trains at Bayou Meadow in Pensacola. Loaner weapons and shields for anyone who wants to try."}, {"field": "Contact email", "before": "", "after": ""}, {"field": "Meeting day", "before": "", "after": "Sunday"}, {"field": "Meeting time", "before": "", "after": "6:00 PM"}, {"field": "Practice places", "before": "", "after": "Bayou Meadow"}, {"field": "Leaders", "before": "", "after": "Park Lead Lead of White Sand Ronin"}, {"field": "How to reach the leaders", "before": "", "after": ""}, {"field": "Address", "before": "", "after": "Bayou Meadow, Pensacola, Florida"}, {"field": "Place on the map", "before": "", "after": "30.42130000, -87.21690000"}, {"field": "Time zone", "before": "", "after": "America/Chicago"}]',NULL);
CREATE TABLE chapter_requests (
	id VARCHAR(36) NOT NULL, 
	user_id VARCHAR(36), 
	name VARCHAR(255) NOT NULL, 
	email VARCHAR(320) NOT NULL, 
	city VARCHAR(255) NOT NULL, 
	message VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, asked_from VARCHAR(64) DEFAULT '' NOT NULL, answered_at DATETIME, chapter_id VARCHAR(36), 
	CONSTRAINT pk_chapter_requests PRIMARY KEY (id), 
	CONSTRAINT fk_chapter_requests_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE SET NULL
);
INSERT INTO "chapter_requests" VALUES('c957e4df-004e-464d-b3a4-5a667c7190db',NULL,'Robin Thorne','robin.thorne@example.org','Ocala, Florida','Six of us drive to Tampa every Saturday. We have a park and two trunks of foam, and one of us has been a Marshal for three years.','2026-11-27 04:03:48.000000','75a1634b659309642d26a69006816ada26a4cb36a7421ba50f0c410a0ec7ac30',NULL,NULL);
INSERT INTO "chapter_requests" VALUES('4eeef3cb-2ac1-4ca1-91f6-8195ee745c04',NULL,'Sage Whitlock','sage.whitlock@example.org','Valdosta','Is there a way to start small? We are four, all new.','2026-11-26 04:03:48.000000','1217d4a4e15df657b992ece3342be79192057f8f94321e6b65fde36c45c61359',NULL,NULL);
CREATE TABLE chapters (
	id VARCHAR(36) NOT NULL, 
	name VARCHAR(255) NOT NULL, 
	city VARCHAR(100) NOT NULL, 
	state VARCHAR(50) NOT NULL, 
	location VARCHAR(255) NOT NULL, 
	address VARCHAR, 
	latitude NUMERIC(10, 8), 
	longitude NUMERIC(11, 8), 
	time_zone VARCHAR(64) NOT NULL, 
	status VARCHAR(50) NOT NULL, 
	contact_email VARCHAR(320), 
	meeting_day VARCHAR(50), 
	meeting_time VARCHAR(50), 
	practice_info JSON NOT NULL, 
	leadership JSON NOT NULL, 
	description VARCHAR, 
	created_at DATETIME NOT NULL, 
	updated_at DATETIME NOT NULL, 
	CONSTRAINT pk_chapters PRIMARY KEY (id)
);
INSERT INTO "chapters" VALUES('cbaa58b2-e51e-4ba7-aec2-f3cd13da9b85','Tidewall Dojo','Tampa','Florida','Riverbend Park','Riverbend Park, Tampa, Florida',27.9506,-82.4572,'America/New_York','active','tidewall-dojo@example.org','Saturday','6:00 PM','{"times": ["Saturdays, 6:00 PM to 8:00 PM"], "locations": ["Riverbend Park"]}','[{"title": "Park Lead", "name": "Lead of Tidewall Dojo", "email": "lead.tidewall-dojo@example.org", "phone": "555-0100"}]','Tidewall Dojo meets in Tampa every Saturday. Loaner weapons and shields for anyone who wants to try.','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
INSERT INTO "chapters" VALUES('83cab5eb-2065-4e1c-bb74-44a55add655a','Sunken Pier','St. Petersburg','Florida','Mangrove Green','Mangrove Green, St. Petersburg, Florida',27.7676,-82.6403,'America/New_York','active','sunken-pier@example.org','Sunday','6:00 PM','{"times": [], "locations": ["Mangrove Green"]}','[{"title": "Park Lead", "name": "Lead of Sunken Pier", "email": "lead.sunken-pier@example.org", "phone": "555-0101"}]','Sunken Pier meets in St. Petersburg every second Sunday. Loaner weapons and shields for anyone who wants to try.','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
INSERT INTO "chapters" VALUES('feef933b-0811-4d75-bd51-21450478af8d','Osprey Guard','Sarasota','Florida','Shell Road Field','Shell Road Field, Sarasota, Florida',27.3364,-82.5307,'America/New_York','active','osprey-guard@example.org','Sunday','6:00 PM','{"times": [], "locations": ["Shell Road Field"]}','[{"title": "Park Lead", "name": "Lead of Osprey Guard", "email": "lead.osprey-guard@example.org", "phone": "555-0102"}]','Osprey Guard trains at Shell Road Field in Sarasota. Loaner weapons and shields for anyone who wants to try.','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
INSERT INTO "chapters" VALUES('1150b314-9a77-4a86-b313-32b66b0853cb','Lantern Hall','Orlando','Florida','Lake Cypress Park','Lake Cypress Park, Orlando, Florida',28.5384,-81.3789,'America/New_York','active','lantern-hall@example.org','Saturday','6:00 PM','{"times": [], "locations": ["Lake Cypress Park"]}','[{"title": "Park Lead", "name": "Lead of Lantern Hall", "email": "lead.lantern-hall@example.org", "phone": "555-0103"}]','Lantern Hall trains at Lake Cypress Park in Orlando. Loaner weapons and shields for anyone who wants to try.','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
INSERT INTO "chapters" VALUES('0a7a599e-b371-46ba-82ff-23bfe862ca26','North Gate','Jacksonville','Florida','Old Mill Meadow','Old Mill Meadow, Jacksonville, Florida',30.3322,-81.6557,'America/New_York','active','north-gate@example.org','Sunday','6:00 PM','{"times": [], "locations": ["Old Mill Meadow"]}','[{"title": "Park Lead", "name": "Lead of North Gate", "email": "lead.north-gate@example.org", "phone": "555-0104"}]','North Gate trains at Old Mill Meadow in Jacksonville. Loaner weapons and shields for anyone who wants to try.','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
INSERT INTO "chapters" VALUES('e40289b4-e6db-4d36-8a33-cc83ad2edf1f','Prairie Wolves','Gainesville','Florida','Sweetgum Commons','Sweetgum Commons, Gainesville, Florida',29.6516,-82.3248,'America/New_York','active','prairie-wolves@example.org','Wednesday','6:00 PM','{"times": [], "locations": ["Sweetgum Commons"]}','[{"title": "Park Lead", "name": "Lead of Prairie Wolves", "email": "lead.prairie-wolves@example.org", "phone": "555-0105"}]','Prairie Wolves trains at Sweetgum Commons in Gainesville. Loaner weapons and shields for anyone who wants to try.','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
INSERT INTO "chapters" VALUES('e4a5b0f6-3561-4f93-8ab0-f755917fd86c','Seven Hills','Tallahassee','Florida','Red Clay Park','Red Clay Park, Tallahassee, Florida',30.4383,-84.2807,'America/New_York','active','seven-hills@example.org','Saturday','6:00 PM','{"times": [], "locations": ["Red Clay Park"]}','[{"title": "Park Lead", "name": "Lead of Seven Hills", "email": "lead.seven-hills@example.org", "phone": "555-0106"}]','Seven Hills trains at Red Clay Park in Tallahassee. Loaner weapons and shields for anyone who wants to try.','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
INSERT INTO "chapters" VALUES('05c619eb-904a-4b59-a61e-408a618d1325','Coral Banner','Miami','Florida','Banyan Field','Banyan Field, Miami, Florida',25.7617,-80.1918,'America/New_York','active','coral-banner@example.org','Sunday','6:00 PM','{"times": [], "locations": ["Banyan Field"]}','[{"title": "Park Lead", "name": "Lead of Coral Banner", "email": "lead.coral-banner@example.org", "phone": "555-0107"}]','Coral Banner trains at Banyan Field in Miami. Loaner weapons and shields for anyone who wants to try.','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
INSERT INTO "chapters" VALUES('6188b95e-b4d0-4c83-a407-3965b2f08301','Calusa Shields','Fort Myers','Florida','Pine Island Green','Pine Island Green, Fort Myers, Florida',26.6406,-81.8723,'America/New_York','active','calusa-shields@example.org','Saturday','6:00 PM','{"times": [], "locations": ["Pine Island Green"]}','[{"title": "Park Lead", "name": "Lead of Calusa Shields", "email": "lead.calusa-shields@example.org", "phone": "555-0108"}]','Calusa Shields trains at Pine Island Green in Fort Myers. Loaner weapons and shields for anyone who wants to try.','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
INSERT INTO "chapters" VALUES('c532744b-be76-4773-932f-0cef153e0664','White Sand Ronin','Pensacola','Florida','Bayou Meadow','Bayou Meadow, Pensacola, Florida',30.4213,-87.2169,'America/Chicago','active','white-sand-ronin@example.org','Sunday','6:00 PM','{"times": [], "locations": ["Bayou Meadow"]}','[{"title": "Park Lead", "name": "Lead of White Sand Ronin", "email": "lead.white-sand-ronin@example.org", "phone": "555-0109"}]','White Sand Ronin trains at Bayou Meadow in Pensacola. Loaner weapons and shields for anyone who wants to try.','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
INSERT INTO "chapters" VALUES('11560528-4f7a-4b5f-8e7f-405ee9ac0668','Gulfwatch','Panama City','Florida','Dune Lake Park','Dune Lake Park, Panama City, Florida',30.1588,-85.6602,'America/Chicago','active','gulfwatch@example.org','Saturday','6:00 PM','{"times": [], "locations": ["Dune Lake Park"]}','[{"title": "Park Lead", "name": "Lead of Gulfwatch", "email": "lead.gulfwatch@example.org", "phone": "555-0110"}]','Gulfwatch trains at Dune Lake Park in Panama City. Loaner weapons and shields for anyone who wants to try.','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
INSERT INTO "chapters" VALUES('38125eb6-2c55-4c18-a1b6-1ccb84f7f2b2','Stone Mountain Clan','Atlanta','Georgia','Granite Field','Granite Field, Atlanta, Georgia',33.749,-84.388,'America/New_York','active','stone-mountain-clan@example.org','Sunday','6:00 PM','{"times": [], "locations": ["Granite Field"]}','[{"title": "Park Lead", "name": "Lead of Stone Mountain Clan", "email": "lead.stone-mountain-clan@example.org", "phone": "555-0111"}]','Stone Mountain Clan trains at Granite Field in Atlanta. Loaner weapons and shields for anyone who wants to try.','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
INSERT INTO "chapters" VALUES('4d502994-2192-4a98-8146-39f0f3f7f542','Live Oak Company','Savannah','Georgia','Moss Square','Moss Square, Savannah, Georgia',32.0809,-81.0912,'America/New_York','active','live-oak-company@example.org','Saturday','6:00 PM','{"times": [], "locations": ["Moss Square"]}','[{"title": "Park Lead", "name": "Lead of Live Oak Company", "email": "lead.live-oak-company@example.org", "phone": "555-0112"}]','Live Oak Company trains at Moss Square in Savannah. Loaner weapons and shields for anyone who wants to try.','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
INSERT INTO "chapters" VALUES('f5de8998-c826-4481-8fcc-19a31d5ef9e1','Classic City Blades','Athens','Georgia','Mill Pond Park','Mill Pond Park, Athens, Georgia',33.9519,-83.3576,'America/New_York','forming','classic-city-blades@example.org','Thursday','6:00 PM','{"times": [], "locations": ["Mill Pond Park"]}','[{"title": "Park Lead", "name": "Lead of Classic City Blades", "email": "lead.classic-city-blades@example.org", "phone": "555-0113"}]','Classic City Blades trains at Mill Pond Park in Athens. Loaner weapons and shields for anyone who wants to try.','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
INSERT INTO "chapters" VALUES('0a5470b9-d254-4229-8422-4aaabe5f0f02','Canal Street','Augusta','Georgia','Lock and Levee Green','Lock and Levee Green, Augusta, Georgia',33.4735,-82.0105,'America/New_York','inactive','canal-street@example.org','Sunday','6:00 PM','{"times": [], "locations": ["Lock and Levee Green"]}','[{"title": "Park Lead", "name": "Lead of Canal Street", "email": "lead.canal-street@example.org", "phone": "555-0114"}]','Canal Street trains at Lock and Levee Green in Augusta. Loaner weapons and shields for anyone who wants to try.','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
CREATE TABLE event_origins (
	event_id VARCHAR(36) NOT NULL, 
	uid_digest VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_event_origins PRIMARY KEY (event_id), 
	CONSTRAINT fk_event_origins_event_id_events FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE
);
INSERT INTO "event_origins" VALUES('0b4649cd-869b-48e5-b826-628c1ce5785f','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb');
CREATE TABLE event_registrations (
	id VARCHAR(36) NOT NULL, 
	event_id VARCHAR(36) NOT NULL, 
	user_id VARCHAR(36) NOT NULL, 
	registration_date DATETIME NOT NULL, 
	payment_status VARCHAR(50) NOT NULL, 
	payment_amount_cents INTEGER NOT NULL, 
	stripe_payment_intent_id VARCHAR(255), 
	notes VARCHAR, 
	hold_expires_at DATETIME, 
	cancelled_at DATETIME, checked_in_at DATETIME, checked_in_by VARCHAR(36), 
	CONSTRAINT pk_event_registrations PRIMARY KEY (id), 
	CONSTRAINT fk_event_registrations_event_id_events FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT fk_event_registrations_user_id_users FOREIGN KEY(user_id) REFERENCES users (id), 
	CONSTRAINT uq_event_registrations_event_id_user_id UNIQUE (event_id, user_id)
);
INSERT INTO "event_registrations" VALUES('80737a3d-e834-441c-bd92-00088c2d38fc','0b4649cd-869b-48e5-b826-628c1ce5785f','24a4bac1-7d9d-499d-94b0-1c746a4c0580','2026-09-27 14:09:08.000000','completed',1500,NULL,NULL,NULL,NULL,'2026-10-03 17:52:00.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f');
INSERT INTO "event_registrations" VALUES('325494f0-a40b-4b76-b10f-2b51ad62616c','1150fa72-2e4e-4a37-940d-547e2484887d','08cffc49-91ec-4d10-afb1-57ccf1c87125','2026-11-28 04:03:48.000000','pending',1000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "event_registrations" VALUES('8d6ab81b-ea18-4774-86fc-501a3a430caa','1150fa72-2e4e-4a37-940d-547e2484887d','de834d7c-9146-48a6-9e4b-48e90f15f7ce','2026-11-28 04:03:48.000000','pending',1000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "event_registrations" VALUES('008532c1-c6cc-4dc4-92ba-868f731261db','1150fa72-2e4e-4a37-940d-547e2484887d','eaafe2dd-5ff3-43ca-aeae-24ea9194614a','2026-11-28 04:03:48.000000','pending',1000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "event_registrations" VALUES('7095824f-ea5b-4af8-b04e-e929e62a9b38','2d9503e6-977d-467a-9fd1-99e6bc9e1fd4','b2ed4b19-8961-4889-bdb2-d1a5dc2da836','2026-11-28 04:03:48.000000','not_required',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "event_registrations" VALUES('9cc76e77-f580-4cf7-906f-ea9b5eeb2a78','4b08c4ad-2315-4b6a-a936-741b8b9cf10d','2e388cdf-c1a6-438a-9052-f4919d0684ac','2026-11-28 04:03:48.000000','not_required',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "event_registrations" VALUES('b5a9ab85-8bce-40e3-a582-ee60109f527c','4b08c4ad-2315-4b6a-a936-741b8b9cf10d','953e92dc-79ef-485b-86a4-5fb63e948c56','2026-11-28 04:03:48.000000','not_required',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "event_registrations" VALUES('3dc435df-ca7c-4140-a644-f1e27c81011c','4b08c4ad-2315-4b6a-a936-741b8b9cf10d','bb53e242-d0c2-4272-b068-ec99fd783482','2026-11-28 04:03:48.000000','not_required',0,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE events (
	id VARCHAR(36) NOT NULL, 
	title VARCHAR(255) NOT NULL, 
	description VARCHAR, 
	event_type VARCHAR(100) NOT NULL, 
	start_at DATETIME NOT NULL, 
	end_at DATETIME NOT NULL, 
	duration_minutes INTEGER NOT NULL, 
	location VARCHAR(255), 
	address VARCHAR, 
	max_participants INTEGER, 
	current_participants INTEGER NOT NULL, 
	seat_ceiling INTEGER, 
	price_cents INTEGER NOT NULL, 
	is_public BOOLEAN NOT NULL, 
	requires_membership BOOLEAN NOT NULL, 
	chapter_id VARCHAR(36), 
	organizer_id VARCHAR(36) NOT NULL, 
	is_recurring BOOLEAN NOT NULL, 
	recurrence_pattern VARCHAR(20), 
	recurrence_interval INTEGER NOT NULL, 
	recurrence_days_of_week JSON NOT NULL, 
	recurrence_end_date DATE, 
	parent_event_id VARCHAR(36), 
	created_at DATETIME NOT NULL, 
	updated_at DATETIME NOT NULL, series_id VARCHAR(36), canceled_at DATETIME, cancel_reason VARCHAR(255), 
	CONSTRAINT pk_events PRIMARY KEY (id), 
	CONSTRAINT ck_events_counter CHECK (current_participants >= 0), 
	CONSTRAINT ck_events_span CHECK (end_at > start_at), 
	CONSTRAINT ck_events_seats CHECK (seat_ceiling IS NULL OR current_participants <= seat_ceiling), 
	CONSTRAINT fk_events_chapter_id_chapters FOREIGN KEY(chapter_id) REFERENCES chapters (id) ON DELETE SET NULL, 
	CONSTRAINT fk_events_organizer_id_users FOREIGN KEY(organizer_id) REFERENCES users (id), 
	CONSTRAINT fk_events_parent_event_id_events FOREIGN KEY(parent_event_id) REFERENCES events (id)
);
INSERT INTO "events" VALUES('0b4649cd-869b-48e5-b826-628c1ce5785f','Weapon Building in Orlando','Everyone’s welcome at Lake Cypress Park. We have loaner gear; wear closed shoes and bring water.
Sign your waiver when you arrive.','workshop','2026-10-03 18:00:00.000000','2026-10-03 21:00:00.000000',180,'Lake Cypress Park','Lake Cypress Park, Orlando, Florida',20,1,20,1500,1,0,'1150b314-9a77-4a86-b313-32b66b0853cb','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',0,NULL,1,'[]',NULL,NULL,'2026-09-12 18:00:00.000000','2026-09-12 18:00:00.000000',NULL,NULL,NULL);
INSERT INTO "events" VALUES('1150fa72-2e4e-4a37-940d-547e2484887d','Lantern Tournament in Panama City','Everyone’s welcome at Dune Lake Park. We have loaner gear; wear closed shoes and bring water.
Sign your waiver when you arrive.','tournament','2027-05-16 19:00:00.000000','2027-05-17 00:00:00.000000',300,'Dune Lake Park','Dune Lake Park, Panama City, Florida',NULL,3,NULL,1000,1,0,'11560528-4f7a-4b5f-8e7f-405ee9ac0668','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',0,NULL,1,'[]',NULL,NULL,'2026-11-28 04:03:48.000000','2026-11-28 04:03:48.000000',NULL,NULL,NULL);
INSERT INTO "events" VALUES('2d9503e6-977d-467a-9fd1-99e6bc9e1fd4','Open Practice in Gainesville','Everyone’s welcome at Sweetgum Commons. We have loaner gear; wear closed shoes and bring water.
Sign your waiver when you arrive.','training','2027-02-22 23:00:00.000000','2027-02-23 01:00:00.000000',120,'Sweetgum Commons','Sweetgum Commons, Gainesville, Florida',NULL,1,NULL,0,1,0,'e40289b4-e6db-4d36-8a33-cc83ad2edf1f','d4318c46-453f-4b2c-9a4f-bab02133db57',0,NULL,1,'[]',NULL,NULL,'2026-11-28 04:03:48.000000','2026-11-28 04:03:48.000000',NULL,NULL,NULL);
INSERT INTO "events" VALUES('4b08c4ad-2315-4b6a-a936-741b8b9cf10d','Shield Wall Training in Miami','Everyone’s welcome at Banyan Field. We have loaner gear; wear closed shoes and bring water.
Sign your waiver when you arrive.','training','2027-01-13 23:00:00.000000','2027-01-14 01:00:00.000000',120,'Banyan Field','Banyan Field, Miami, Florida',30,3,30,0,1,0,'05c619eb-904a-4b59-a61e-408a618d1325','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',0,NULL,1,'[]',NULL,NULL,'2026-11-28 04:03:48.000000','2026-11-28 04:03:48.000000',NULL,NULL,NULL);
CREATE TABLE idempotency_keys (
	user_id VARCHAR(36) NOT NULL, 
	"key" VARCHAR(255) NOT NULL, 
	fingerprint VARCHAR(64) NOT NULL, 
	answer JSON, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_idempotency_keys PRIMARY KEY (user_id, "key"), 
	CONSTRAINT fk_idempotency_keys_user_id_users FOREIGN KEY(user_id) REFERENCES users (id)
);
INSERT INTO "idempotency_keys" VALUES('24a4bac1-7d9d-499d-94b0-1c746a4c0580','k','cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc','{"id": "1"}','2026-11-28 04:08:23.862454');
CREATE TABLE jobs (
	name VARCHAR(40) NOT NULL, 
	due_at DATETIME NOT NULL, 
	asked_at DATETIME, 
	lease VARCHAR(36), 
	leased_until DATETIME, 
	began_at DATETIME, 
	ended_at DATETIME, 
	result VARCHAR(10) NOT NULL, 
	words VARCHAR(255) NOT NULL, 
	failures INTEGER NOT NULL, 
	CONSTRAINT pk_jobs PRIMARY KEY (name)
);
INSERT INTO "jobs" VALUES('holds','2026-11-28 04:08:23.660893',NULL,NULL,NULL,NULL,NULL,'','',0);
CREATE TABLE kept_files (
	id VARCHAR(36) NOT NULL, 
	user_id VARCHAR(36) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	name VARCHAR(100) NOT NULL, 
	packed BLOB NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_kept_files PRIMARY KEY (id), 
	CONSTRAINT fk_kept_files_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE, 
	CONSTRAINT uq_kept_files_user_id_kind UNIQUE (user_id, kind)
);
INSERT INTO "kept_files" VALUES('98e4ac6f-d37d-4177-acc4-d572b7cf6f91','24a4bac1-7d9d-499d-94b0-1c746a4c0580','members','members.csv',X'789C0300','2026-11-28 04:08:23.660893');
CREATE TABLE left_organizers (
	user_id VARCHAR(36) NOT NULL, 
	fingerprint VARCHAR(64) NOT NULL, 
	left_at DATETIME NOT NULL, 
	CONSTRAINT pk_left_organizers PRIMARY KEY (user_id), 
	CONSTRAINT fk_left_organizers_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "left_organizers" VALUES('08cffc49-91ec-4d10-afb1-57ccf1c87125','dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd','2026-11-28 04:08:23.660893');
CREATE TABLE media (
	id VARCHAR(36) NOT NULL, 
	title VARCHAR(255) NOT NULL, 
	description VARCHAR, 
	alt_text VARCHAR, 
	media_type VARCHAR(50) NOT NULL, 
	category VARCHAR(100) NOT NULL, 
	tags JSON NOT NULL, 
	file_url VARCHAR(2048) NOT NULL, 
	thumbnail_url VARCHAR(2048), 
	file_name VARCHAR(255) NOT NULL, 
	file_size INTEGER, 
	mime_type VARCHAR(100), 
	youtube_url VARCHAR(2048), 
	is_public BOOLEAN NOT NULL, 
	is_pinned BOOLEAN NOT NULL, 
	order_position INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	view_count INTEGER NOT NULL, 
	event_id VARCHAR(36), 
	uploaded_by VARCHAR(36) NOT NULL, 
	created_at DATETIME NOT NULL, 
	updated_at DATETIME NOT NULL, 
	CONSTRAINT pk_media PRIMARY KEY (id), 
	CONSTRAINT fk_media_event_id_events FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE SET NULL, 
	CONSTRAINT fk_media_uploaded_by_users FOREIGN KEY(uploaded_by) REFERENCES users (id)
);
INSERT INTO "media" VALUES('00b92e00-a4d8-4407-a0c8-c318cf5a393d','Over the Shield','It works once against everybody.','A fighter leaps high at two others, who raise their shields.','photo','training','["Shields"]','/objects/888e56f6-f28d-4959-a90e-c8599c0aecf6','/objects/888e56f6-f28d-4959-a90e-c8599c0aecf6/320','Over the Shield.webp',26120,'image/webp',NULL,1,0,-15,-15,129,NULL,'79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','2026-03-30 02:03:48.000000','2026-03-30 02:03:48.000000');
INSERT INTO "media" VALUES('03838911-3983-444d-976e-6076427a2bc6','Six Chapters, One Road','The banners of the spring gathering.','Five people carry tall banners along the bay.','photo','events','["Banners", "Bay"]','/objects/44acb8ca-b95a-42dd-ab83-f51ee9bd7c46','/objects/44acb8ca-b95a-42dd-ab83-f51ee9bd7c46/320','Six Chapters, One Road.webp',30596,'image/webp',NULL,1,0,-30,-30,199,NULL,'79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','2026-08-12 02:03:48.000000','2026-08-12 02:03:48.000000');
CREATE TABLE media_tags (
	media_id VARCHAR(36) NOT NULL, 
	tag VARCHAR(50) NOT NULL, 
	place INTEGER NOT NULL, 
	CONSTRAINT pk_media_tags PRIMARY KEY (media_id, tag), 
	CONSTRAINT fk_media_tags_media_id_media FOREIGN KEY(media_id) REFERENCES media (id) ON DELETE CASCADE
);
INSERT INTO "media_tags" VALUES('00b92e00-a4d8-4407-a0c8-c318cf5a393d','shields',-15);
INSERT INTO "media_tags" VALUES('03838911-3983-444d-976e-6076427a2bc6','banners',-30);
INSERT INTO "media_tags" VALUES('03838911-3983-444d-976e-6076427a2bc6','bay',-30);
CREATE TABLE notifications (
	id VARCHAR(36) NOT NULL, 
	title VARCHAR(255) NOT NULL, 
	message VARCHAR NOT NULL, 
	type VARCHAR(50) NOT NULL, 
	target_type VARCHAR(50) NOT NULL, 
	chapter_id VARCHAR(36), 
	expires_at DATETIME, 
	is_active BOOLEAN NOT NULL, 
	created_by VARCHAR(36) NOT NULL, 
	created_at DATETIME NOT NULL, 
	updated_at DATETIME NOT NULL, 
	CONSTRAINT pk_notifications PRIMARY KEY (id), 
	CONSTRAINT fk_notifications_chapter_id_chapters FOREIGN KEY(chapter_id) REFERENCES chapters (id) ON DELETE SET NULL, 
	CONSTRAINT fk_notifications_created_by_users FOREIGN KEY(created_by) REFERENCES users (id)
);
INSERT INTO "notifications" VALUES('ebef8a2e-f234-48a1-aeb0-ec8717077cae','Field closed last month','The meadow was under water.','error','all',NULL,'2026-11-18 04:03:48.000000',1,'79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','2026-11-08 04:03:48.000000','2026-11-08 04:03:48.000000');
INSERT INTO "notifications" VALUES('8d4fb2ba-c9e8-46b4-86f1-42df99e065e6','Waivers renew soon','Sign the new form once and it counts for every park day this year.','info','all',NULL,NULL,1,'79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','2026-11-22 04:03:48.000000','2026-11-22 04:03:48.000000');
INSERT INTO "notifications" VALUES('31cb0ce7-c222-4550-ab37-b4e1be695a6d','Loaner gear is fully stocked again','Forty new shields, thanks to everyone who came to the building day.','success','all',NULL,NULL,1,'79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','2026-11-24 04:03:48.000000','2026-11-24 04:03:48.000000');
INSERT INTO "notifications" VALUES('195c6f88-ed5c-430f-afc2-393834561965','Don’t use batch 7 spears','Their tips come loose. Bring them to your Marshal for a replacement.','error','all',NULL,NULL,1,'79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','2026-11-26 04:03:48.000000','2026-11-26 04:03:48.000000');
INSERT INTO "notifications" VALUES('3349cc06-4eb6-4554-a587-37cceab31d4d','Park change this Saturday','The north field is closed. Meet at the south pavilion.','warning','chapter','cbaa58b2-e51e-4ba7-aec2-f3cd13da9b85','2026-12-03 04:03:48.000000',1,'79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','2026-11-27 04:03:48.000000','2026-11-27 04:03:48.000000');
INSERT INTO "notifications" VALUES('1dd0f96d-71d9-4fe5-b28c-6cfcd282ff70','Summer camp','Not decided yet.','info','all',NULL,NULL,0,'79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','2026-11-28 04:03:48.000000','2026-11-28 04:03:48.000000');
INSERT INTO "notifications" VALUES('c4fe7a0f-da32-4e73-94f6-1b08bf0ab01f','Spring newsletter','Photographs of the winter feast, and who earned which beads.','announcement','all',NULL,NULL,1,'79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','2026-11-19 04:03:48.000000','2026-11-19 04:03:48.000000');
CREATE TABLE outbox (
	id VARCHAR(36) NOT NULL, 
	message_id VARCHAR(320) NOT NULL, 
	kind VARCHAR(50) NOT NULL, 
	user_id VARCHAR(36), 
	about VARCHAR(36) NOT NULL, 
	recipient VARCHAR(320) NOT NULL, 
	reply_to VARCHAR(320) NOT NULL, 
	subject VARCHAR(500) NOT NULL, 
	body VARCHAR NOT NULL, 
	html VARCHAR NOT NULL, 
	attachments JSON NOT NULL, 
	unsubscribe VARCHAR(500) NOT NULL, 
	dedupe_key VARCHAR(150), 
	state VARCHAR(10) NOT NULL, 
	attempts INTEGER NOT NULL, 
	due_at DATETIME NOT NULL, 
	claimed_until DATETIME, 
	sent_at DATETIME, 
	last_error VARCHAR(255) NOT NULL, 
	created_at DATETIME NOT NULL, sender VARCHAR(36), known JSON DEFAULT '{}' NOT NULL, turn_at DATETIME DEFAULT '1970-01-01 00:00:00' NOT NULL, 
	CONSTRAINT pk_outbox PRIMARY KEY (id), 
	CONSTRAINT fk_outbox_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE, 
	CONSTRAINT uq_outbox_dedupe_key UNIQUE (dedupe_key), 
	CONSTRAINT uq_outbox_message_id UNIQUE (message_id)
);
INSERT INTO "outbox" VALUES('1f08abc6-5f46-4552-8b53-b05fbef572b6','<1@example.org>','welcome','24a4bac1-7d9d-499d-94b0-1c746a4c0580','','ana@example.org','','Welcome','Welcome!','','[]','',NULL,'waiting',0,'2026-11-28 04:08:23.660893',NULL,NULL,'','2026-11-28 04:08:23.660893',NULL,'{}','2026-11-28 04:08:23.660893');
CREATE TABLE payment_entries (
	id VARCHAR(36) NOT NULL, 
	payment_id VARCHAR(36) NOT NULL, 
	number INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	actor_id VARCHAR(36) NOT NULL, 
	what VARCHAR(20) NOT NULL, 
	cents INTEGER NOT NULL, 
	provider_id VARCHAR(255), 
	CONSTRAINT pk_payment_entries PRIMARY KEY (id), 
	CONSTRAINT fk_payment_entries_payment_id_payments FOREIGN KEY(payment_id) REFERENCES payments (id), 
	CONSTRAINT uq_payment_entries_payment_id UNIQUE (payment_id, number), 
	CONSTRAINT uq_payment_entries_what UNIQUE (what, provider_id)
);
INSERT INTO "payment_entries" VALUES('6c7cd14b-924d-4a48-984c-dc7ba162f654','110f32aa-4e66-49f6-b732-42b55af34c1b',1,'2026-10-03 18:00:00.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','received',1500,'ae843973-afa1-4a28-8d33-dbfc57875490');
CREATE TABLE payment_marks (
	name VARCHAR(30) NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_payment_marks PRIMARY KEY (name)
);
INSERT INTO "payment_marks" VALUES('reconciled','2026-11-28 04:08:23.660893');
CREATE TABLE payment_orders (
	id VARCHAR(36) NOT NULL, 
	kind VARCHAR(30) NOT NULL, 
	about VARCHAR(255) NOT NULL, 
	payment_id VARCHAR(36), 
	cents INTEGER NOT NULL, 
	dedupe_key VARCHAR(255) NOT NULL, 
	state VARCHAR(20) NOT NULL, 
	attempts INTEGER NOT NULL, 
	due_at DATETIME NOT NULL, 
	claimed_until DATETIME, 
	last_error VARCHAR(255) NOT NULL, 
	created_at DATETIME NOT NULL, 
	done_at DATETIME, 
	CONSTRAINT pk_payment_orders PRIMARY KEY (id), 
	CONSTRAINT uq_payment_orders_dedupe_key UNIQUE (dedupe_key)
);
INSERT INTO "payment_orders" VALUES('227f9782-d474-4931-a4cd-ec77d8b92d74','refund','pi_1',NULL,0,'refund-1','done',0,'2026-11-28 04:08:23.862341',NULL,'','2026-11-28 04:08:23.862351','2026-11-28 04:08:23.660893');
CREATE TABLE payments (
	id VARCHAR(36) NOT NULL, 
	user_id VARCHAR(36) NOT NULL, 
	number INTEGER NOT NULL, 
	payment_type VARCHAR(20) NOT NULL, 
	method VARCHAR(10) NOT NULL, 
	status VARCHAR(50) NOT NULL, 
	amount_cents INTEGER NOT NULL, 
	received_cents INTEGER NOT NULL, 
	refunded_cents INTEGER NOT NULL, 
	disputed_cents INTEGER NOT NULL, 
	currency VARCHAR(3) NOT NULL, 
	description VARCHAR(255) NOT NULL, 
	"plan" VARCHAR(20), 
	event_id VARCHAR(36), 
	registration_id VARCHAR(36), 
	subscription_id VARCHAR(36), 
	stripe_payment_intent_id VARCHAR(255), 
	stripe_subscription_id VARCHAR(255), 
	stripe_invoice_id VARCHAR(255), 
	open_key VARCHAR(255), 
	recorded_by VARCHAR(36), 
	version INTEGER NOT NULL, 
	paid_at DATETIME, 
	created_at DATETIME NOT NULL, 
	updated_at DATETIME NOT NULL, 
	CONSTRAINT pk_payments PRIMARY KEY (id), 
	CONSTRAINT ck_payments_refunds_within_receipts CHECK (refunded_cents <= received_cents), 
	CONSTRAINT ck_payments_no_debts CHECK (received_cents >= 0 AND refunded_cents >= 0 AND disputed_cents >= 0), 
	CONSTRAINT fk_payments_user_id_users FOREIGN KEY(user_id) REFERENCES users (id), 
	CONSTRAINT uq_payments_user_id UNIQUE (user_id, number), 
	CONSTRAINT uq_payments_stripe_payment_intent_id UNIQUE (stripe_payment_intent_id), 
	CONSTRAINT uq_payments_stripe_invoice_id UNIQUE (stripe_invoice_id), 
	CONSTRAINT uq_payments_open_key UNIQUE (open_key)
);
INSERT INTO "payments" VALUES('110f32aa-4e66-49f6-b732-42b55af34c1b','24a4bac1-7d9d-499d-94b0-1c746a4c0580',1,'event','hand','completed',1500,1500,0,0,'USD','Weapon Building in Orlando',NULL,'0b4649cd-869b-48e5-b826-628c1ce5785f','80737a3d-e834-441c-bd92-00088c2d38fc',NULL,NULL,NULL,NULL,NULL,'79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',0,'2026-10-03 18:00:00.000000','2026-10-03 18:00:00.000000','2026-10-03 18:00:00.000000');
CREATE TABLE progress_entries (
	id VARCHAR(36) NOT NULL, 
	user_id VARCHAR(36) NOT NULL, 
	number INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	actor_id VARCHAR(36) NOT NULL, 
	act VARCHAR(20) NOT NULL, 
	what VARCHAR(100) NOT NULL, 
	"before" VARCHAR(100) NOT NULL, 
	"after" VARCHAR(100) NOT NULL, 
	event_id VARCHAR(36), 
	event_title VARCHAR(255), 
	approved_by VARCHAR(36), 
	undoes VARCHAR(36), 
	CONSTRAINT pk_progress_entries PRIMARY KEY (id), 
	CONSTRAINT fk_progress_entries_undoes_progress_entries FOREIGN KEY(undoes) REFERENCES progress_entries (id), 
	CONSTRAINT fk_progress_entries_user_id_users FOREIGN KEY(user_id) REFERENCES users (id), 
	CONSTRAINT uq_progress_entries_undoes UNIQUE (undoes), 
	CONSTRAINT uq_progress_entries_user_id UNIQUE (user_id, number)
);
INSERT INTO "progress_entries" VALUES('f49f1fbe-8282-4e90-ab29-d41e3f13bb4e','08cffc49-91ec-4d10-afb1-57ccf1c87125',1,'2026-09-08 04:03:48.000000','','opening','award_beads.brown','0','7',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('a970c48a-ff71-445b-905a-0f4fdcf7f629','08cffc49-91ec-4d10-afb1-57ccf1c87125',2,'2026-09-08 04:03:48.000000','','opening','award_beads.roleplay','0','5',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('6ebed355-4e13-4318-9e30-9b3ad2eb081d','08cffc49-91ec-4d10-afb1-57ccf1c87125',3,'2026-09-08 04:03:48.000000','','opening','membership_status','"inactive"','"active"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('4bcad5a2-eb53-412a-823e-87a552d5347a','08cffc49-91ec-4d10-afb1-57ccf1c87125',4,'2026-09-08 04:03:48.000000','','opening','membership_tier','"none"','"basic"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('da566b32-57e9-4603-9f9d-045819a08f7d','08cffc49-91ec-4d10-afb1-57ccf1c87125',5,'2026-09-08 04:03:48.000000','','opening','warrior_paths.battlefieldMedic.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('06e06853-4ca8-491a-b87c-654fcca0bfae','08cffc49-91ec-4d10-afb1-57ccf1c87125',6,'2026-09-08 04:03:48.000000','','opening','warrior_paths.battlefieldMedic.level','0','2',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('c0ab827a-b3db-4366-b5c2-3e285c94d818','24a4bac1-7d9d-499d-94b0-1c746a4c0580',1,'2026-09-08 04:03:48.000000','','opening','award_beads.brown','0','12',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('6456e8e6-af22-445e-9d36-88316a7d0793','24a4bac1-7d9d-499d-94b0-1c746a4c0580',2,'2026-09-08 04:03:48.000000','','opening','award_beads.roleplay','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('c1b70b47-ccb2-48b2-bcd7-3bcb53acb947','24a4bac1-7d9d-499d-94b0-1c746a4c0580',3,'2026-09-08 04:03:48.000000','','opening','award_beads.wood','0','5',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('c5d9a4ac-9f67-46e8-ab4d-47d7a8908bcf','24a4bac1-7d9d-499d-94b0-1c746a4c0580',4,'2026-09-08 04:03:48.000000','','opening','member_rank','0','4',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('bfcc6104-9d38-4a43-ba94-0a3ab7e5cc13','24a4bac1-7d9d-499d-94b0-1c746a4c0580',5,'2026-09-08 04:03:48.000000','','opening','membership_status','"inactive"','"active"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('b0e1218f-297a-4e95-9be6-df5cd16f1bb3','24a4bac1-7d9d-499d-94b0-1c746a4c0580',6,'2026-09-08 04:03:48.000000','','opening','membership_tier','"none"','"premium"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('08d2f2ca-f8f4-4bfe-8f10-5c54e821a7c8','24a4bac1-7d9d-499d-94b0-1c746a4c0580',7,'2026-09-08 04:03:48.000000','','opening','warrior_paths.battlefieldMedic.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('d9e4ec41-e0fb-4638-bc25-685f94c2522e','24a4bac1-7d9d-499d-94b0-1c746a4c0580',8,'2026-09-08 04:03:48.000000','','opening','warrior_paths.battlefieldMedic.level','0','4',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('e9cb5365-d89f-4560-8fd3-9f13de6c54ba','24a4bac1-7d9d-499d-94b0-1c746a4c0580',9,'2026-09-08 04:03:48.000000','','opening','warrior_paths.bow.level','0','2',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('7e6d46d4-30bd-4fb7-9a13-87cee174a7fb','24a4bac1-7d9d-499d-94b0-1c746a4c0580',10,'2026-09-08 04:03:48.000000','','opening','warrior_paths.singleHand.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('ec3742c2-6765-4a8b-a125-5facbd3ad4f7','24a4bac1-7d9d-499d-94b0-1c746a4c0580',11,'2026-09-08 04:03:48.000000','','opening','warrior_paths.singleHand.level','0','4',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('1f338250-0f96-4d4e-a915-245da40663b5','2e388cdf-c1a6-438a-9052-f4919d0684ac',1,'2026-09-08 04:03:48.000000','','opening','award_beads.blue','0','6',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('7384ba08-46e9-4078-89ef-da425313e5c3','2e388cdf-c1a6-438a-9052-f4919d0684ac',2,'2026-09-08 04:03:48.000000','','opening','award_beads.clear','0','6',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('0eea678f-54ef-4a21-ad49-b2af3c33287e','2e388cdf-c1a6-438a-9052-f4919d0684ac',3,'2026-09-08 04:03:48.000000','','opening','award_beads.purple','0','5',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('9df345a1-0f3b-4987-b0ea-6731f67b7a9c','2e388cdf-c1a6-438a-9052-f4919d0684ac',4,'2026-09-08 04:03:48.000000','','opening','member_rank','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('15659877-1f64-4cd4-b192-840a505abae8','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',1,'2024-08-09 04:03:48.000000','','opening','admin_rank','0','8',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('1a105423-381c-4579-8651-6dccb6cfed13','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',2,'2024-08-09 04:03:48.000000','','opening','is_admin','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('4d39f272-590e-4389-929f-e3c93520d65a','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',3,'2024-08-09 04:03:48.000000','','opening','membership_status','"inactive"','"active"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('82ff16f8-1954-4b85-8200-519c046b51ca','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',4,'2024-08-09 04:03:48.000000','','opening','membership_tier','"none"','"premium"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('9c7ad84a-36b3-4c68-b46e-bb017190f67b','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',5,'2024-08-09 04:03:48.000000','','opening','warrior_paths.bow.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('82ecf157-e158-44ea-ac5a-600cf933ca4b','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',6,'2024-08-09 04:03:48.000000','','opening','warrior_paths.dualWielder.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('96f457c8-c728-4291-9529-1fd6842c78a0','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',7,'2024-08-09 04:03:48.000000','','opening','warrior_paths.dualWielder.level','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('66b6bd51-ffd5-46f9-a527-f0e519f69ff1','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',8,'2024-08-09 04:03:48.000000','','opening','warrior_paths.spear.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('7a748b29-d0d8-4d3d-9e73-9f512e953522','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',9,'2024-08-09 04:03:48.000000','','opening','warrior_paths.spear.level','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('2682ab76-863e-4a8b-a0dd-b16a7d64f92a','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',10,'2024-08-24 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','member_rank','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('1f8a81f3-a890-420d-bb87-2e0f8cf43e27','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',11,'2024-10-08 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','warrior_paths.singleHand.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('77027a13-3a7a-4380-bd3b-6154bf4719ec','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',12,'2024-10-08 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','warrior_paths.singleHand.level','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('0a8b3452-34b1-4b80-9c00-5368b1b37922','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',13,'2024-12-07 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','award_beads.red','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('09a520f0-93a0-4478-8274-060fc29f7af4','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',14,'2025-01-06 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','warrior_paths.shield.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('43127cd6-5a10-4496-8736-db5b1a6c5d3d','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',15,'2025-01-06 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','warrior_paths.shield.level','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('cd02a356-1c1c-46d6-8827-eb895c488b85','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',16,'2025-03-17 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','member_rank','1','2',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('01792999-add4-42e0-8238-07cd41888555','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',17,'2025-05-16 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','award_beads.brown','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('d285a508-2144-4233-93bb-a48c3a216256','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',18,'2025-05-16 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','warrior_paths.singleHand.level','1','2',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('334ebeae-f0cc-4f5a-adf0-6b48f1ca1fe2','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',19,'2025-07-05 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','award_beads.wood','0','1','43606962-0977-4ca2-86c3-c4800af6d8d3','Story Night',NULL,NULL);
INSERT INTO "progress_entries" VALUES('d83e2992-687f-42dc-ae27-158d9f45fcd6','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',20,'2025-09-08 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','warrior_paths.battlefieldMedic.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('4b9d8732-3f9c-49dd-961c-1b24b847ec0d','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',21,'2025-09-08 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','warrior_paths.battlefieldMedic.level','0','2',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('e3ed3a5d-f148-4cbf-8a2e-cd58701bc88e','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',22,'2025-11-12 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','warrior_paths.shield.level','1','3','718dd257-5acb-4fb7-8687-283424c9ef5a','Bridge Battle',NULL,NULL);
INSERT INTO "progress_entries" VALUES('eafb5102-8ee4-4ab2-b5ff-384965e89e5b','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',23,'2026-01-11 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','award_beads.red','1','3',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('19133dc0-5e53-4ebe-b5d3-972354638a47','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',24,'2026-03-02 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','member_rank','2','3',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('4fc09b70-4cb5-4f2c-96df-386cfa406690','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',25,'2026-04-11 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','award_beads.lightBlue','0','1','461c6748-6540-4663-8db6-e51d0200a6b9','Lantern Tournament',NULL,NULL);
INSERT INTO "progress_entries" VALUES('28221fbb-96fd-47b2-9795-e8d62d9910a1','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',26,'2026-05-21 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','award_beads.green','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('00737324-dc39-4119-ba5b-d27376db44dd','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',27,'2026-06-30 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','warrior_paths.singleHand.level','2','4',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('32252970-87a9-4d1a-81aa-a53e45369215','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',28,'2026-08-14 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','award_beads.roleplay','0','1','44db5ada-30a3-435d-bd97-ae6daed1f00d','Lantern Tournament',NULL,NULL);
INSERT INTO "progress_entries" VALUES('0095f8a5-28dd-4731-8a0b-6b2dcfa650d9','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f',29,'2026-09-02 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','award_beads.red','3','4',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('962aace7-78c4-4971-8de2-fc98b6f5942c','8300458c-3bc7-46a0-9ecc-de7a326b6b0a',1,'2026-09-08 04:03:48.000000','','opening','member_rank','0','4',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('54a7da5d-bc55-48db-8b13-fe36220184b6','8300458c-3bc7-46a0-9ecc-de7a326b6b0a',2,'2026-09-08 04:03:48.000000','','opening','membership_status','"inactive"','"active"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('d0dd079c-5355-4697-b6d0-46a1d2d02b06','8300458c-3bc7-46a0-9ecc-de7a326b6b0a',3,'2026-09-08 04:03:48.000000','','opening','membership_tier','"none"','"basic"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('66d90d98-2e15-4982-ba6a-43ca2deb596a','8300458c-3bc7-46a0-9ecc-de7a326b6b0a',4,'2026-09-08 04:03:48.000000','','opening','warrior_paths.greatWeapon.level','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('4361176b-50ac-443e-85a3-0e96393b2161','953e92dc-79ef-485b-86a4-5fb63e948c56',1,'2026-09-08 04:03:48.000000','','opening','award_beads.blue','0','2',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('de789ad1-4d15-4208-9732-114e771ad507','953e92dc-79ef-485b-86a4-5fb63e948c56',2,'2026-09-08 04:03:48.000000','','opening','award_beads.clear','0','5',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('b5bd2378-e7b6-4f2b-93dc-412bb2563123','953e92dc-79ef-485b-86a4-5fb63e948c56',3,'2026-09-08 04:03:48.000000','','opening','member_rank','0','3',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('3dddd9fe-a9d2-4295-bacc-f4af2383cb37','953e92dc-79ef-485b-86a4-5fb63e948c56',4,'2026-09-08 04:03:48.000000','','opening','warrior_paths.bow.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('8c733e4c-3bb7-4835-b38a-a53b57c4a950','953e92dc-79ef-485b-86a4-5fb63e948c56',5,'2026-09-08 04:03:48.000000','','opening','warrior_paths.bow.level','0','2',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('79f26b5a-288f-4f05-bf93-74e1df77cacd','b2ed4b19-8961-4889-bdb2-d1a5dc2da836',1,'2026-09-08 04:03:48.000000','','opening','award_beads.brown','0','3',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('1447e5da-cf7c-4f45-b2f6-9144a2ff6afc','b2ed4b19-8961-4889-bdb2-d1a5dc2da836',2,'2026-09-08 04:03:48.000000','','opening','member_rank','0','3',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('ceea76d7-f411-44e1-9b0f-40cb04f3bb07','b2ed4b19-8961-4889-bdb2-d1a5dc2da836',3,'2026-09-08 04:03:48.000000','','opening','membership_status','"inactive"','"active"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('84cbadaa-96ee-4a97-8b32-1082e9dedd8b','b2ed4b19-8961-4889-bdb2-d1a5dc2da836',4,'2026-09-08 04:03:48.000000','','opening','membership_tier','"none"','"premium"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('b4ba0243-93ef-40d6-bd7a-67f66551c4ee','b2ed4b19-8961-4889-bdb2-d1a5dc2da836',5,'2026-09-08 04:03:48.000000','','opening','warrior_paths.dualWielder.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('aef01e74-ea12-4945-8fad-5a406be48059','b2ed4b19-8961-4889-bdb2-d1a5dc2da836',6,'2026-09-08 04:03:48.000000','','opening','warrior_paths.dualWielder.level','0','5',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('7d89b1ff-ff2b-4eb0-a6da-514dcd16c1e2','b2ed4b19-8961-4889-bdb2-d1a5dc2da836',7,'2026-09-08 04:03:48.000000','','opening','warrior_paths.shield.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('5920f465-bdc6-4c54-b036-56a563e65b83','b2ed4b19-8961-4889-bdb2-d1a5dc2da836',8,'2026-09-08 04:03:48.000000','','opening','warrior_paths.shield.level','0','5',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('81e1c26b-66b2-4980-98d6-8f535ceb87f1','b2ed4b19-8961-4889-bdb2-d1a5dc2da836',9,'2026-09-08 04:03:48.000000','','opening','warrior_paths.singleHand.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('048f3216-4225-4224-8b9d-5e9b43186314','b2ed4b19-8961-4889-bdb2-d1a5dc2da836',10,'2026-09-08 04:03:48.000000','','opening','warrior_paths.singleHand.level','0','3',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('7c421a49-8346-4621-98dd-b3b189e4eaf7','bb53e242-d0c2-4272-b068-ec99fd783482',1,'2026-09-08 04:03:48.000000','','opening','admin_rank','0','5',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('405e1921-da5a-45b5-9a6e-7c12e06ecaa7','bb53e242-d0c2-4272-b068-ec99fd783482',2,'2026-09-08 04:03:48.000000','','opening','member_rank','0','3',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('8004fcc1-d5bc-43d1-a9c0-f651ee80a87f','bb53e242-d0c2-4272-b068-ec99fd783482',3,'2026-09-08 04:03:48.000000','','opening','membership_status','"inactive"','"active"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('e49241f8-1b4b-4967-bbfb-2b623aff714c','bb53e242-d0c2-4272-b068-ec99fd783482',4,'2026-09-08 04:03:48.000000','','opening','membership_tier','"none"','"master"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('30a9f76e-8c45-444b-97dd-d6d85047617a','bb53e242-d0c2-4272-b068-ec99fd783482',5,'2026-09-08 04:03:48.000000','','opening','warrior_paths.dualWielder.level','0','5',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('f63d8eb9-ed8f-4b6c-8628-31a393224913','bb53e242-d0c2-4272-b068-ec99fd783482',6,'2026-09-08 04:03:48.000000','','opening','warrior_paths.greatWeapon.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('fdda44b4-4758-4e3a-ad72-7358fd15ddd8','bb53e242-d0c2-4272-b068-ec99fd783482',7,'2026-09-08 04:03:48.000000','','opening','warrior_paths.greatWeapon.level','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('49923765-d5f7-4f1f-b45a-3b133397a1eb','bb53e242-d0c2-4272-b068-ec99fd783482',8,'2026-09-08 04:03:48.000000','','opening','warrior_paths.shield.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('da23bcc1-5b77-403c-8b9e-eb7e6013fe86','bb53e242-d0c2-4272-b068-ec99fd783482',9,'2026-09-08 04:03:48.000000','','opening','warrior_paths.shield.level','0','5',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('fd4daeab-b9ca-482d-826e-da42e899fabc','d4318c46-453f-4b2c-9a4f-bab02133db57',1,'2024-08-09 04:03:48.000000','','opening','membership_status','"inactive"','"active"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('1d2b91b2-b208-404e-a4cf-a2cacb825748','d4318c46-453f-4b2c-9a4f-bab02133db57',2,'2024-08-09 04:03:48.000000','','opening','membership_tier','"none"','"premium"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('ca054e17-bf09-40dc-b6ed-896b9948db16','d4318c46-453f-4b2c-9a4f-bab02133db57',3,'2024-08-09 04:03:48.000000','','opening','warrior_paths.bow.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('f9e6deae-7da1-4007-91a4-6916e64126d8','d4318c46-453f-4b2c-9a4f-bab02133db57',4,'2024-08-09 04:03:48.000000','','opening','warrior_paths.dualWielder.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('9eb27455-f5ee-452c-aaa2-d2b256a1ddeb','d4318c46-453f-4b2c-9a4f-bab02133db57',5,'2024-08-09 04:03:48.000000','','opening','warrior_paths.dualWielder.level','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('7ceaafaf-ab8f-4758-b064-962d07fc0515','d4318c46-453f-4b2c-9a4f-bab02133db57',6,'2024-08-09 04:03:48.000000','','opening','warrior_paths.spear.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('c513db9a-91ac-41c4-89e3-344600ffd7e1','d4318c46-453f-4b2c-9a4f-bab02133db57',7,'2024-08-09 04:03:48.000000','','opening','warrior_paths.spear.level','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('18c45e23-caa4-4760-ac65-17f722dbcbfe','d4318c46-453f-4b2c-9a4f-bab02133db57',8,'2024-08-24 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','member_rank','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('79b65618-1c02-4de0-8828-b6688b4f887c','d4318c46-453f-4b2c-9a4f-bab02133db57',9,'2024-10-08 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','warrior_paths.singleHand.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('c1f4cd89-4c4f-4614-ba81-f09cfe04c82d','d4318c46-453f-4b2c-9a4f-bab02133db57',10,'2024-10-08 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','warrior_paths.singleHand.level','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('c7a3ed8b-795d-4015-95e9-ef5372c981dd','d4318c46-453f-4b2c-9a4f-bab02133db57',11,'2024-12-07 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','award_beads.red','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('20160320-fb74-426b-95ec-7d388a13a9f4','d4318c46-453f-4b2c-9a4f-bab02133db57',12,'2025-01-06 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','warrior_paths.shield.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('b8df01ba-6fd0-44f1-8244-ee1f40a99dd1','d4318c46-453f-4b2c-9a4f-bab02133db57',13,'2025-01-06 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','warrior_paths.shield.level','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('7676c7c8-8a4f-43fe-8442-635e4539fdd3','d4318c46-453f-4b2c-9a4f-bab02133db57',14,'2025-03-17 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','member_rank','1','2',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('d451884f-f0ff-407c-9d90-88f1e7ce9bb3','d4318c46-453f-4b2c-9a4f-bab02133db57',15,'2025-05-16 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','award_beads.brown','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('84da7450-60e6-45ed-bcb6-686e05698b2e','d4318c46-453f-4b2c-9a4f-bab02133db57',16,'2025-05-16 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','warrior_paths.singleHand.level','1','2',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('a58a2176-040e-48e7-a717-cc6b75e93d0b','d4318c46-453f-4b2c-9a4f-bab02133db57',17,'2025-07-05 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','award_beads.wood','0','1','eec6f658-85a8-49f2-8a47-3ef65de47c2f','Story Night',NULL,NULL);
INSERT INTO "progress_entries" VALUES('19242136-6f74-4dc1-8da0-cbe70f956ebb','d4318c46-453f-4b2c-9a4f-bab02133db57',18,'2025-09-08 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','warrior_paths.battlefieldMedic.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('2bdc3357-dfae-4931-bc55-2a874fc65760','d4318c46-453f-4b2c-9a4f-bab02133db57',19,'2025-09-08 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','warrior_paths.battlefieldMedic.level','0','2',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('0745556f-26df-44c8-8228-54a5aa56db0c','d4318c46-453f-4b2c-9a4f-bab02133db57',20,'2025-11-12 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','warrior_paths.shield.level','1','3','4922e52a-4f9b-4987-82ed-f10141e0166d','Bridge Battle',NULL,NULL);
INSERT INTO "progress_entries" VALUES('f5befc72-8668-42fc-9e31-dccf5270893c','d4318c46-453f-4b2c-9a4f-bab02133db57',21,'2026-01-11 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','award_beads.red','1','3',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('9415cbce-b42d-43ce-a508-feee2831dc7b','d4318c46-453f-4b2c-9a4f-bab02133db57',22,'2026-03-02 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','member_rank','2','3',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('89af0931-e830-49c0-ac86-a3078fd136f6','d4318c46-453f-4b2c-9a4f-bab02133db57',23,'2026-04-11 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','award_beads.lightBlue','0','1','cfed3263-109a-45e0-a5c0-8808e46874a8','Lantern Tournament',NULL,NULL);
INSERT INTO "progress_entries" VALUES('9556fd47-2359-4011-b25b-48c0e12e70bf','d4318c46-453f-4b2c-9a4f-bab02133db57',24,'2026-05-21 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','award_beads.green','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('8695c1c2-a640-4db0-8eb4-9410928b9577','d4318c46-453f-4b2c-9a4f-bab02133db57',25,'2026-06-30 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','set','warrior_paths.singleHand.level','2','4',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('ef166f41-fa81-4a6d-96ca-858231b4929e','d4318c46-453f-4b2c-9a4f-bab02133db57',26,'2026-08-14 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','award_beads.roleplay','0','1','d6084051-a875-4798-ac49-d4021668e902','Lantern Tournament',NULL,NULL);
INSERT INTO "progress_entries" VALUES('246e04e8-dfcd-4155-9fea-42394a60955b','d4318c46-453f-4b2c-9a4f-bab02133db57',27,'2026-09-02 04:03:48.000000','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','award','award_beads.red','3','4',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('d3726b65-a6b9-481d-8303-4bf4592a8083','de834d7c-9146-48a6-9e4b-48e90f15f7ce',1,'2026-09-08 04:03:48.000000','','opening','admin_rank','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('2f5f83ae-e948-491d-969c-88498301ba02','de834d7c-9146-48a6-9e4b-48e90f15f7ce',2,'2026-09-08 04:03:48.000000','','opening','award_beads.brown','0','9',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('43dbfd5f-0b36-4d5b-896f-6e9f944c8f02','de834d7c-9146-48a6-9e4b-48e90f15f7ce',3,'2026-09-08 04:03:48.000000','','opening','award_beads.roleplay','0','2',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('af7a267b-217b-47fd-bcd2-441f7c977927','de834d7c-9146-48a6-9e4b-48e90f15f7ce',4,'2026-09-08 04:03:48.000000','','opening','member_rank','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('b44c4250-db0d-45e1-9c68-ce1da0745359','de834d7c-9146-48a6-9e4b-48e90f15f7ce',5,'2026-09-08 04:03:48.000000','','opening','membership_status','"inactive"','"expired"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('c050d49e-20fd-4c31-ac9e-8456cca5a256','de834d7c-9146-48a6-9e4b-48e90f15f7ce',6,'2026-09-08 04:03:48.000000','','opening','membership_tier','"none"','"basic"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('cb047d27-9111-401e-bac0-e3dda99edd5e','de834d7c-9146-48a6-9e4b-48e90f15f7ce',7,'2026-09-08 04:03:48.000000','','opening','warrior_paths.battlefieldMedic.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('fa374b23-1502-4899-9bf4-aced30439b49','de834d7c-9146-48a6-9e4b-48e90f15f7ce',8,'2026-09-08 04:03:48.000000','','opening','warrior_paths.bow.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('54d47e34-739a-4f23-bf05-5226b47778c7','de834d7c-9146-48a6-9e4b-48e90f15f7ce',9,'2026-09-08 04:03:48.000000','','opening','warrior_paths.bow.level','0','4',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('4d0bd229-0043-4d52-b502-5a891f583dc9','de834d7c-9146-48a6-9e4b-48e90f15f7ce',10,'2026-09-08 04:03:48.000000','','opening','warrior_paths.dualWielder.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('8ca39579-1c1e-4fe5-84ac-298ebf4b570f','de834d7c-9146-48a6-9e4b-48e90f15f7ce',11,'2026-09-08 04:03:48.000000','','opening','warrior_paths.dualWielder.level','0','4',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('2099ee0d-09d2-4a00-ac6c-a79e69977186','eaafe2dd-5ff3-43ca-aeae-24ea9194614a',1,'2026-09-08 04:03:48.000000','','opening','is_board_member','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('00d904ee-cdb5-4256-8030-7bc78ec6e41a','eaafe2dd-5ff3-43ca-aeae-24ea9194614a',2,'2026-09-08 04:03:48.000000','','opening','member_rank','0','1',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('58750c03-a769-4e64-b1d6-54df90b50c62','eaafe2dd-5ff3-43ca-aeae-24ea9194614a',3,'2026-09-08 04:03:48.000000','','opening','membership_status','"inactive"','"active"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('137ceb9b-e76c-4637-8959-61c9713a1fab','eaafe2dd-5ff3-43ca-aeae-24ea9194614a',4,'2026-09-08 04:03:48.000000','','opening','membership_tier','"none"','"master"',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('55f13ada-cdfe-47d4-a411-6fb40ef788cd','eaafe2dd-5ff3-43ca-aeae-24ea9194614a',5,'2026-09-08 04:03:48.000000','','opening','warrior_paths.spear.enabled','false','true',NULL,NULL,NULL,NULL);
INSERT INTO "progress_entries" VALUES('9a608f70-bd17-4e90-8895-383ab98476c7','eaafe2dd-5ff3-43ca-aeae-24ea9194614a',6,'2026-09-08 04:03:48.000000','','opening','warrior_paths.spear.level','0','3',NULL,NULL,NULL,NULL);
CREATE TABLE progress_notes (
	entry_id VARCHAR(36) NOT NULL, 
	user_id VARCHAR(36) NOT NULL, 
	reason VARCHAR, 
	incident VARCHAR, 
	CONSTRAINT pk_progress_notes PRIMARY KEY (entry_id), 
	CONSTRAINT fk_progress_notes_entry_id_progress_entries FOREIGN KEY(entry_id) REFERENCES progress_entries (id), 
	CONSTRAINT fk_progress_notes_user_id_users FOREIGN KEY(user_id) REFERENCES users (id)
);
INSERT INTO "progress_notes" VALUES('2682ab76-863e-4a8b-a0dd-b16a7d64f92a','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','First park day, and back the next week',NULL);
INSERT INTO "progress_notes" VALUES('0a8b3452-34b1-4b80-9c00-5368b1b37922','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','Set up the field before anybody else was awake',NULL);
INSERT INTO "progress_notes" VALUES('cd02a356-1c1c-46d6-8827-eb895c488b85','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','Passed the spring trial',NULL);
INSERT INTO "progress_notes" VALUES('334ebeae-f0cc-4f5a-adf0-6b48f1ca1fe2','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','The banner that hangs at the gate',NULL);
INSERT INTO "progress_notes" VALUES('e3ed3a5d-f148-4cbf-8a2e-cd58701bc88e','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','Held the bridge to the last',NULL);
INSERT INTO "progress_notes" VALUES('eafb5102-8ee4-4ab2-b5ff-384965e89e5b','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','Two seasons of loaner gear, washed and mended',NULL);
INSERT INTO "progress_notes" VALUES('19133dc0-5e53-4ebe-b5d3-972354638a47','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','By the vote of the leads',NULL);
INSERT INTO "progress_notes" VALUES('4fc09b70-4cb5-4f2c-96df-386cfa406690','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','Undefeated on the last day',NULL);
INSERT INTO "progress_notes" VALUES('28221fbb-96fd-47b2-9795-e8d62d9910a1','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','For the way it was won, and lost',NULL);
INSERT INTO "progress_notes" VALUES('00737324-dc39-4119-ba5b-d27376db44dd','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','Taught this path for a season',NULL);
INSERT INTO "progress_notes" VALUES('0095f8a5-28dd-4731-8a0b-6b2dcfa650d9','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','Stayed until the last stake was pulled',NULL);
INSERT INTO "progress_notes" VALUES('18c45e23-caa4-4760-ac65-17f722dbcbfe','d4318c46-453f-4b2c-9a4f-bab02133db57','First park day, and back the next week',NULL);
INSERT INTO "progress_notes" VALUES('c7a3ed8b-795d-4015-95e9-ef5372c981dd','d4318c46-453f-4b2c-9a4f-bab02133db57','Set up the field before anybody else was awake',NULL);
INSERT INTO "progress_notes" VALUES('7676c7c8-8a4f-43fe-8442-635e4539fdd3','d4318c46-453f-4b2c-9a4f-bab02133db57','Passed the spring trial',NULL);
INSERT INTO "progress_notes" VALUES('a58a2176-040e-48e7-a717-cc6b75e93d0b','d4318c46-453f-4b2c-9a4f-bab02133db57','The banner that hangs at the gate',NULL);
INSERT INTO "progress_notes" VALUES('0745556f-26df-44c8-8228-54a5aa56db0c','d4318c46-453f-4b2c-9a4f-bab02133db57','Held the bridge to the last',NULL);
INSERT INTO "progress_notes" VALUES('f5befc72-8668-42fc-9e31-dccf5270893c','d4318c46-453f-4b2c-9a4f-bab02133db57','Two seasons of loaner gear, washed and mended',NULL);
INSERT INTO "progress_notes" VALUES('9415cbce-b42d-43ce-a508-feee2831dc7b','d4318c46-453f-4b2c-9a4f-bab02133db57','By the vote of the leads',NULL);
INSERT INTO "progress_notes" VALUES('89af0931-e830-49c0-ac86-a3078fd136f6','d4318c46-453f-4b2c-9a4f-bab02133db57','Undefeated on the last day',NULL);
INSERT INTO "progress_notes" VALUES('9556fd47-2359-4011-b25b-48c0e12e70bf','d4318c46-453f-4b2c-9a4f-bab02133db57','For the way it was won, and lost',NULL);
INSERT INTO "progress_notes" VALUES('8695c1c2-a640-4db0-8eb4-9410928b9577','d4318c46-453f-4b2c-9a4f-bab02133db57','Taught this path for a season',NULL);
INSERT INTO "progress_notes" VALUES('246e04e8-dfcd-4155-9fea-42394a60955b','d4318c46-453f-4b2c-9a4f-bab02133db57','Stayed until the last stake was pulled',NULL);
CREATE TABLE resource_words (
	resource_id VARCHAR(36) NOT NULL, 
	word VARCHAR(64) NOT NULL, 
	category VARCHAR(100) NOT NULL, 
	CONSTRAINT pk_resource_words PRIMARY KEY (resource_id, word), 
	CONSTRAINT fk_resource_words_resource_id_resources FOREIGN KEY(resource_id) REFERENCES resources (id) ON DELETE CASCADE
);
INSERT INTO "resource_words" VALUES('193b859c-102b-49d4-8ab1-03d909a86f1a','and','rules');
INSERT INTO "resource_words" VALUES('193b859c-102b-49d4-8ab1-03d909a86f1a','armor','rules');
INSERT INTO "resource_words" VALUES('193b859c-102b-49d4-8ab1-03d909a86f1a','combat','rules');
INSERT INTO "resource_words" VALUES('193b859c-102b-49d4-8ab1-03d909a86f1a','core','rules');
INSERT INTO "resource_words" VALUES('193b859c-102b-49d4-8ab1-03d909a86f1a','hits','rules');
INSERT INTO "resource_words" VALUES('193b859c-102b-49d4-8ab1-03d909a86f1a','honor','rules');
INSERT INTO "resource_words" VALUES('193b859c-102b-49d4-8ab1-03d909a86f1a','limbs','rules');
INSERT INTO "resource_words" VALUES('193b859c-102b-49d4-8ab1-03d909a86f1a','on','rules');
INSERT INTO "resource_words" VALUES('193b859c-102b-49d4-8ab1-03d909a86f1a','pages','rules');
INSERT INTO "resource_words" VALUES('193b859c-102b-49d4-8ab1-03d909a86f1a','rules','rules');
INSERT INTO "resource_words" VALUES('193b859c-102b-49d4-8ab1-03d909a86f1a','twelve','rules');
INSERT INTO "resource_words" VALUES('21bb8835-8356-4718-b430-d86c88487d0f','and','training');
INSERT INTO "resource_words" VALUES('21bb8835-8356-4718-b430-d86c88487d0f','are','training');
INSERT INTO "resource_words" VALUES('21bb8835-8356-4718-b430-d86c88487d0f','do','training');
INSERT INTO "resource_words" VALUES('21bb8835-8356-4718-b430-d86c88487d0f','inside','training');
INSERT INTO "resource_words" VALUES('21bb8835-8356-4718-b430-d86c88487d0f','it','training');
INSERT INTO "resource_words" VALUES('21bb8835-8356-4718-b430-d86c88487d0f','of','training');
INSERT INTO "resource_words" VALUES('21bb8835-8356-4718-b430-d86c88487d0f','path','training');
INSERT INTO "resource_words" VALUES('21bb8835-8356-4718-b430-d86c88487d0f','polearm','training');
INSERT INTO "resource_words" VALUES('21bb8835-8356-4718-b430-d86c88487d0f','reach','training');
INSERT INTO "resource_words" VALUES('21bb8835-8356-4718-b430-d86c88487d0f','the','training');
INSERT INTO "resource_words" VALUES('21bb8835-8356-4718-b430-d86c88487d0f','they','training');
INSERT INTO "resource_words" VALUES('21bb8835-8356-4718-b430-d86c88487d0f','to','training');
INSERT INTO "resource_words" VALUES('21bb8835-8356-4718-b430-d86c88487d0f','what','training');
INSERT INTO "resource_words" VALUES('21bb8835-8356-4718-b430-d86c88487d0f','when','training');
INSERT INTO "resource_words" VALUES('2347f396-452b-45c8-970d-85a7f4ea6016','and','rules');
INSERT INTO "resource_words" VALUES('2347f396-452b-45c8-970d-85a7f4ea6016','check','rules');
INSERT INTO "resource_words" VALUES('2347f396-452b-45c8-970d-85a7f4ea6016','construction','rules');
INSERT INTO "resource_words" VALUES('2347f396-452b-45c8-970d-85a7f4ea6016','cores','rules');
INSERT INTO "resource_words" VALUES('2347f396-452b-45c8-970d-85a7f4ea6016','foam','rules');
INSERT INTO "resource_words" VALUES('2347f396-452b-45c8-970d-85a7f4ea6016','pass','rules');
INSERT INTO "resource_words" VALUES('2347f396-452b-45c8-970d-85a7f4ea6016','standards','rules');
INSERT INTO "resource_words" VALUES('2347f396-452b-45c8-970d-85a7f4ea6016','that','rules');
INSERT INTO "resource_words" VALUES('2347f396-452b-45c8-970d-85a7f4ea6016','the','rules');
INSERT INTO "resource_words" VALUES('2347f396-452b-45c8-970d-85a7f4ea6016','tips','rules');
INSERT INTO "resource_words" VALUES('2347f396-452b-45c8-970d-85a7f4ea6016','weapon','rules');
CREATE TABLE resources (
	id VARCHAR(36) NOT NULL, 
	title VARCHAR(255) NOT NULL, 
	sort_title VARCHAR(255) NOT NULL, 
	description VARCHAR, 
	category VARCHAR(100) NOT NULL, 
	external_url VARCHAR(2048) NOT NULL, 
	is_public BOOLEAN NOT NULL, 
	created_by VARCHAR(36) NOT NULL, 
	created_at DATETIME NOT NULL, 
	updated_at DATETIME NOT NULL, 
	CONSTRAINT pk_resources PRIMARY KEY (id), 
	CONSTRAINT fk_resources_created_by_users FOREIGN KEY(created_by) REFERENCES users (id)
);
INSERT INTO "resources" VALUES('193b859c-102b-49d4-8ab1-03d909a86f1a','Core Combat Rules','core combat rules','Hits, limbs, armor and honor on twelve pages.','rules','https://docs.example.org/rules/core-combat-rules',1,'79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
INSERT INTO "resources" VALUES('21bb8835-8356-4718-b430-d86c88487d0f','Path of the Polearm','path of the polearm','Reach, and what to do when they are inside it.','training','https://docs.example.org/training/path-of-the-polearm',1,'79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
INSERT INTO "resources" VALUES('2347f396-452b-45c8-970d-85a7f4ea6016','Weapon Construction Standards','weapon construction standards','Foam, cores and tips that pass the check.','rules','https://docs.example.org/rules/weapon-construction-standards',1,'79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000');
CREATE TABLE seat_wishes (
	event_id VARCHAR(36) NOT NULL, 
	user_id VARCHAR(36) NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_seat_wishes PRIMARY KEY (event_id, user_id), 
	CONSTRAINT fk_seat_wishes_event_id_events FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE, 
	CONSTRAINT fk_seat_wishes_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "seat_wishes" VALUES('0b4649cd-869b-48e5-b826-628c1ce5785f','08cffc49-91ec-4d10-afb1-57ccf1c87125','2026-11-28 04:08:23.862556');
CREATE TABLE sessions (
	sid VARCHAR(64) NOT NULL, 
	user_id VARCHAR(36) NOT NULL, 
	sess JSON NOT NULL, 
	created_at DATETIME NOT NULL, 
	expire DATETIME NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (sid), 
	CONSTRAINT fk_sessions_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "sessions" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','24a4bac1-7d9d-499d-94b0-1c746a4c0580','{}','2026-11-28 04:08:23.842840','2026-11-29 04:08:23.660893');
CREATE TABLE subscriptions (
	id VARCHAR(36) NOT NULL, 
	user_id VARCHAR(36) NOT NULL, 
	live_of VARCHAR(36), 
	"plan" VARCHAR(20) NOT NULL, 
	status VARCHAR(30) NOT NULL, 
	stripe_subscription_id VARCHAR(255), 
	paid_until DATETIME, 
	paid_plan VARCHAR(20), 
	granted_invoice VARCHAR(255), 
	granted_at DATETIME, 
	ends_at_period_end BOOLEAN NOT NULL, 
	superseded BOOLEAN NOT NULL, 
	lapsed_at DATETIME, 
	version INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	updated_at DATETIME NOT NULL, 
	CONSTRAINT pk_subscriptions PRIMARY KEY (id), 
	CONSTRAINT fk_subscriptions_user_id_users FOREIGN KEY(user_id) REFERENCES users (id), 
	CONSTRAINT uq_subscriptions_live_of UNIQUE (live_of), 
	CONSTRAINT uq_subscriptions_stripe_subscription_id UNIQUE (stripe_subscription_id)
);
INSERT INTO "subscriptions" VALUES('e1925468-12a3-4c78-8369-2bc3bd8d5151','08cffc49-91ec-4d10-afb1-57ccf1c87125',NULL,'premium','active','sub_1',NULL,NULL,NULL,NULL,0,0,NULL,0,'2026-11-28 04:08:23.862059','2026-11-28 04:08:23.862072');
CREATE TABLE uploads (
	id VARCHAR(36) NOT NULL, 
	user_id VARCHAR(36) NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	file_name VARCHAR(255) NOT NULL, 
	mime_type VARCHAR(50) NOT NULL, 
	size BIGINT NOT NULL, 
	is_public BOOLEAN NOT NULL, 
	place VARCHAR(10) NOT NULL, 
	parts_id VARCHAR(1024), 
	width INTEGER, 
	height INTEGER, 
	placeholder VARCHAR(1000), 
	copies JSON NOT NULL, 
	created_at DATETIME NOT NULL, 
	changed_at DATETIME NOT NULL, 
	CONSTRAINT pk_uploads PRIMARY KEY (id), 
	CONSTRAINT fk_uploads_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "uploads" VALUES('598758b7-700f-4bdc-b08b-3992f0fc8a66','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','attached','First Blood, Last Laugh.webp','image/webp',22902,1,'private',NULL,960,720,'data:image/webp;base64,UklGRlgAAABXRUJQVlA4IEwAAACwAQCdASoMAAkABABoJQBYdhtfG4AAAP7uJg/3N9Jl81nuzA4ogvlH/V4Fme8xYk8oT5e+/YrrFsd5HuqvYpbXYlutsdLtsEqIAAAA','[320, 640]','2026-11-28 04:04:22.861893','2026-10-05 02:03:48.000000');
INSERT INTO "uploads" VALUES('9338e0ae-a960-4f43-b969-ee8264aa8e17','79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','attached','Newcomers’ Saturday.webp','image/webp',21728,1,'private',NULL,960,720,'data:image/webp;base64,UklGRkwAAABXRUJQVlA4IEAAAADwAQCdASoMAAkABABoJagCw7EfUcRu8CgA/vBpIf4HUTtoYsIH46LloY0LzV3T2XAoMKRUp1cN4TY3iCVyAAAA','[320, 640]','2026-11-28 04:04:22.907103','2026-09-08 02:03:48.000000');
CREATE TABLE user_revisions (
	user_id VARCHAR(36) NOT NULL, 
	field VARCHAR(100) NOT NULL, 
	version INTEGER NOT NULL, 
	actor_id VARCHAR(36) NOT NULL, 
	CONSTRAINT pk_user_revisions PRIMARY KEY (user_id, field), 
	CONSTRAINT fk_user_revisions_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "user_revisions" VALUES('24a4bac1-7d9d-499d-94b0-1c746a4c0580','bio',1,'08cffc49-91ec-4d10-afb1-57ccf1c87125');
CREATE TABLE user_words (
	user_id VARCHAR(36) NOT NULL, 
	word VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_user_words PRIMARY KEY (user_id, word), 
	CONSTRAINT fk_user_words_user_id_users FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "user_words" VALUES('08cffc49-91ec-4d10-afb1-57ccf1c87125','130');
INSERT INTO "user_words" VALUES('08cffc49-91ec-4d10-afb1-57ccf1c87125','example');
INSERT INTO "user_words" VALUES('08cffc49-91ec-4d10-afb1-57ccf1c87125','night');
INSERT INTO "user_words" VALUES('08cffc49-91ec-4d10-afb1-57ccf1c87125','odette');
INSERT INTO "user_words" VALUES('08cffc49-91ec-4d10-afb1-57ccf1c87125','org');
INSERT INTO "user_words" VALUES('08cffc49-91ec-4d10-afb1-57ccf1c87125','quayle');
INSERT INTO "user_words" VALUES('08cffc49-91ec-4d10-afb1-57ccf1c87125','raven');
INSERT INTO "user_words" VALUES('24a4bac1-7d9d-499d-94b0-1c746a4c0580','76');
INSERT INTO "user_words" VALUES('24a4bac1-7d9d-499d-94b0-1c746a4c0580','cleo');
INSERT INTO "user_words" VALUES('24a4bac1-7d9d-499d-94b0-1c746a4c0580','dragonfly');
INSERT INTO "user_words" VALUES('24a4bac1-7d9d-499d-94b0-1c746a4c0580','example');
INSERT INTO "user_words" VALUES('24a4bac1-7d9d-499d-94b0-1c746a4c0580','hollow');
INSERT INTO "user_words" VALUES('24a4bac1-7d9d-499d-94b0-1c746a4c0580','merrow');
INSERT INTO "user_words" VALUES('24a4bac1-7d9d-499d-94b0-1c746a4c0580','org');
INSERT INTO "user_words" VALUES('2e388cdf-c1a6-438a-9052-f4919d0684ac','59');
INSERT INTO "user_words" VALUES('2e388cdf-c1a6-438a-9052-f4919d0684ac','ember');
INSERT INTO "user_words" VALUES('2e388cdf-c1a6-438a-9052-f4919d0684ac','example');
INSERT INTO "user_words" VALUES('2e388cdf-c1a6-438a-9052-f4919d0684ac','imani');
INSERT INTO "user_words" VALUES('2e388cdf-c1a6-438a-9052-f4919d0684ac','org');
INSERT INTO "user_words" VALUES('2e388cdf-c1a6-438a-9052-f4919d0684ac','owl');
INSERT INTO "user_words" VALUES('2e388cdf-c1a6-438a-9052-f4919d0684ac','vance');
INSERT INTO "user_words" VALUES('79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','admin');
INSERT INTO "user_words" VALUES('79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','example');
INSERT INTO "user_words" VALUES('79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','holloway');
INSERT INTO "user_words" VALUES('79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','ines');
INSERT INTO "user_words" VALUES('79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','org');
INSERT INTO "user_words" VALUES('8300458c-3bc7-46a0-9ecc-de7a326b6b0a','6');
INSERT INTO "user_words" VALUES('8300458c-3bc7-46a0-9ecc-de7a326b6b0a','delia');
INSERT INTO "user_words" VALUES('8300458c-3bc7-46a0-9ecc-de7a326b6b0a','example');
INSERT INTO "user_words" VALUES('8300458c-3bc7-46a0-9ecc-de7a326b6b0a','gator');
INSERT INTO "user_words" VALUES('8300458c-3bc7-46a0-9ecc-de7a326b6b0a','little');
INSERT INTO "user_words" VALUES('8300458c-3bc7-46a0-9ecc-de7a326b6b0a','merrow');
INSERT INTO "user_words" VALUES('8300458c-3bc7-46a0-9ecc-de7a326b6b0a','org');
INSERT INTO "user_words" VALUES('953e92dc-79ef-485b-86a4-5fb63e948c56','70');
INSERT INTO "user_words" VALUES('953e92dc-79ef-485b-86a4-5fb63e948c56','dusk');
INSERT INTO "user_words" VALUES('953e92dc-79ef-485b-86a4-5fb63e948c56','example');
INSERT INTO "user_words" VALUES('953e92dc-79ef-485b-86a4-5fb63e948c56','garrow');
INSERT INTO "user_words" VALUES('953e92dc-79ef-485b-86a4-5fb63e948c56','org');
INSERT INTO "user_words" VALUES('953e92dc-79ef-485b-86a4-5fb63e948c56','stork');
INSERT INTO "user_words" VALUES('953e92dc-79ef-485b-86a4-5fb63e948c56','zeno');
INSERT INTO "user_words" VALUES('b2ed4b19-8961-4889-bdb2-d1a5dc2da836','151');
INSERT INTO "user_words" VALUES('b2ed4b19-8961-4889-bdb2-d1a5dc2da836','birch');
INSERT INTO "user_words" VALUES('b2ed4b19-8961-4889-bdb2-d1a5dc2da836','example');
INSERT INTO "user_words" VALUES('b2ed4b19-8961-4889-bdb2-d1a5dc2da836','ibis');
INSERT INTO "user_words" VALUES('b2ed4b19-8961-4889-bdb2-d1a5dc2da836','kaya');
INSERT INTO "user_words" VALUES('b2ed4b19-8961-4889-bdb2-d1a5dc2da836','little');
INSERT INTO "user_words" VALUES('b2ed4b19-8961-4889-bdb2-d1a5dc2da836','org');
INSERT INTO "user_words" VALUES('bb53e242-d0c2-4272-b068-ec99fd783482','25');
INSERT INTO "user_words" VALUES('bb53e242-d0c2-4272-b068-ec99fd783482','dario');
INSERT INTO "user_words" VALUES('bb53e242-d0c2-4272-b068-ec99fd783482','dragonfly');
INSERT INTO "user_words" VALUES('bb53e242-d0c2-4272-b068-ec99fd783482','example');
INSERT INTO "user_words" VALUES('bb53e242-d0c2-4272-b068-ec99fd783482','org');
INSERT INTO "user_words" VALUES('bb53e242-d0c2-4272-b068-ec99fd783482','pale');
INSERT INTO "user_words" VALUES('bb53e242-d0c2-4272-b068-ec99fd783482','zeller');
INSERT INTO "user_words" VALUES('d4318c46-453f-4b2c-9a4f-bab02133db57','example');
INSERT INTO "user_words" VALUES('d4318c46-453f-4b2c-9a4f-bab02133db57','marsh');
INSERT INTO "user_words" VALUES('d4318c46-453f-4b2c-9a4f-bab02133db57','org');
INSERT INTO "user_words" VALUES('d4318c46-453f-4b2c-9a4f-bab02133db57','organiser');
INSERT INTO "user_words" VALUES('d4318c46-453f-4b2c-9a4f-bab02133db57','theo');
INSERT INTO "user_words" VALUES('d4318c46-453f-4b2c-9a4f-bab02133db57','warden');
INSERT INTO "user_words" VALUES('de834d7c-9146-48a6-9e4b-48e90f15f7ce','44');
INSERT INTO "user_words" VALUES('de834d7c-9146-48a6-9e4b-48e90f15f7ce','example');
INSERT INTO "user_words" VALUES('de834d7c-9146-48a6-9e4b-48e90f15f7ce','iron');
INSERT INTO "user_words" VALUES('de834d7c-9146-48a6-9e4b-48e90f15f7ce','jackdaw');
INSERT INTO "user_words" VALUES('de834d7c-9146-48a6-9e4b-48e90f15f7ce','mina');
INSERT INTO "user_words" VALUES('de834d7c-9146-48a6-9e4b-48e90f15f7ce','org');
INSERT INTO "user_words" VALUES('de834d7c-9146-48a6-9e4b-48e90f15f7ce','yarrow');
INSERT INTO "user_words" VALUES('eaafe2dd-5ff3-43ca-aeae-24ea9194614a','177');
INSERT INTO "user_words" VALUES('eaafe2dd-5ff3-43ca-aeae-24ea9194614a','example');
INSERT INTO "user_words" VALUES('eaafe2dd-5ff3-43ca-aeae-24ea9194614a','nash');
INSERT INTO "user_words" VALUES('eaafe2dd-5ff3-43ca-aeae-24ea9194614a','org');
INSERT INTO "user_words" VALUES('eaafe2dd-5ff3-43ca-aeae-24ea9194614a','viggo');
CREATE TABLE users (
	id VARCHAR(36) NOT NULL, 
	issuer VARCHAR(255), 
	subject VARCHAR(255), 
	email VARCHAR(320), 
	first_name VARCHAR(255), 
	last_name VARCHAR(255), 
	game_name VARCHAR(255), 
	bio VARCHAR, 
	profile_image_url VARCHAR(2048), 
	stripe_customer_id VARCHAR(255), 
	stripe_subscription_id VARCHAR(255), 
	membership_tier VARCHAR(20) NOT NULL, 
	membership_status VARCHAR(20) NOT NULL, 
	bead_level INTEGER NOT NULL, 
	admin_rank INTEGER NOT NULL, 
	is_board_member BOOLEAN NOT NULL, 
	member_rank INTEGER NOT NULL, 
	is_samurai BOOLEAN NOT NULL, 
	award_beads JSON NOT NULL, 
	warrior_paths JSON NOT NULL, 
	chapter_id VARCHAR(36), 
	is_admin BOOLEAN NOT NULL, 
	age_band VARCHAR(10), 
	hides_attendance BOOLEAN NOT NULL, 
	created_at DATETIME NOT NULL, 
	updated_at DATETIME NOT NULL, mail_events BOOLEAN DEFAULT 1 NOT NULL, mail_reminders BOOLEAN DEFAULT 1 NOT NULL, game_name_key VARCHAR(255), erased_at DATETIME, lapses_at DATETIME, sort_name VARCHAR(255) DEFAULT '' NOT NULL, version INTEGER DEFAULT '0' NOT NULL, shows_profile BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_users PRIMARY KEY (id), 
	CONSTRAINT fk_users_chapter_id_chapters FOREIGN KEY(chapter_id) REFERENCES chapters (id) ON DELETE SET NULL, 
	CONSTRAINT uq_users_email UNIQUE (email), 
	CONSTRAINT uq_users_issuer_subject UNIQUE (issuer, subject)
);
INSERT INTO "users" VALUES('08cffc49-91ec-4d10-afb1-57ccf1c87125',NULL,NULL,'odette.quayle.130@example.org','Odette','Quayle','Night Raven','Shield wall enthusiast. Brings oranges.',NULL,NULL,NULL,'basic','active',0,0,0,0,0,'{"roleplay": 5, "brown": 7}','{"battlefieldMedic": {"enabled": true, "level": 2}}','0a7a599e-b371-46ba-82ff-23bfe862ca26',0,'adult',0,'2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000',0,0,'nlghtraven',NULL,NULL,'odette quayle',0,1);
INSERT INTO "users" VALUES('24a4bac1-7d9d-499d-94b0-1c746a4c0580',NULL,NULL,'cleo.merrow.76@example.org','Cleo','Merrow','Hollow Dragonfly',NULL,NULL,NULL,NULL,'premium','active',0,0,0,4,0,'{"wood": 5, "roleplay": 1, "brown": 12}','{"bow": {"enabled": false, "level": 2}, "battlefieldMedic": {"enabled": true, "level": 4}, "singleHand": {"enabled": true, "level": 4}}','4d502994-2192-4a98-8146-39f0f3f7f542',0,'adult',0,'2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000',0,0,'hollowdragonfly',NULL,NULL,'cleo merrow',0,0);
INSERT INTO "users" VALUES('2e388cdf-c1a6-438a-9052-f4919d0684ac',NULL,NULL,'imani.vance.59@example.org','Imani','Vance','Ember Owl',NULL,NULL,NULL,NULL,'none','inactive',0,0,0,1,0,'{"blue": 6, "purple": 5, "clear": 6}','{}','4d502994-2192-4a98-8146-39f0f3f7f542',0,'adult',1,'2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000',0,0,'ernberowl',NULL,NULL,'imani vance',0,0);
INSERT INTO "users" VALUES('79edb1b6-f0dc-4fff-b2c5-f7e55c1b219f','http://rookiebattle.localhost/dev-oidc','demo-admin','admin@example.org','Ines','Holloway',NULL,'Looks after everything.',NULL,NULL,NULL,'premium','active',0,8,0,3,0,'{"red": 4, "brown": 1, "wood": 1, "lightBlue": 1, "green": 1, "roleplay": 1}','{"bow": {"enabled": true, "level": 0}, "dualWielder": {"enabled": true, "level": 1}, "spear": {"enabled": true, "level": 1}, "singleHand": {"enabled": true, "level": 4}, "shield": {"enabled": true, "level": 3}, "battlefieldMedic": {"enabled": true, "level": 2}}','cbaa58b2-e51e-4ba7-aec2-f3cd13da9b85',1,'adult',0,'2026-09-08 04:03:48.000000','2026-09-02 04:03:48.000000',1,1,NULL,NULL,NULL,'ines holloway',0,1);
INSERT INTO "users" VALUES('8300458c-3bc7-46a0-9ecc-de7a326b6b0a',NULL,NULL,'delia.merrow.6@example.org','Delia','Merrow','Little Gator','Shield wall enthusiast. Brings oranges.',NULL,NULL,NULL,'basic','active',0,0,0,4,0,'{}','{"greatWeapon": {"enabled": false, "level": 1}}','11560528-4f7a-4b5f-8e7f-405ee9ac0668',0,'minor',0,'2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000',0,0,'llttlegator',NULL,NULL,'delia merrow',0,0);
INSERT INTO "users" VALUES('953e92dc-79ef-485b-86a4-5fb63e948c56',NULL,NULL,'zeno.garrow.70@example.org','Zeno','Garrow','Dusk Stork','Spear first, questions later.',NULL,NULL,NULL,'none','inactive',0,0,0,3,0,'{"blue": 2, "clear": 5}','{"bow": {"enabled": true, "level": 2}}','4d502994-2192-4a98-8146-39f0f3f7f542',0,'adult',1,'2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000',0,0,'duskstork',NULL,NULL,'zeno garrow',0,1);
INSERT INTO "users" VALUES('b2ed4b19-8961-4889-bdb2-d1a5dc2da836',NULL,NULL,'kaya.birch.151@example.org','Kaya','Birch','Little Ibis','Makes garb for half the chapter.
Ask me about stitching.',NULL,NULL,NULL,'premium','active',0,0,0,3,0,'{"brown": 3}','{"dualWielder": {"enabled": true, "level": 5}, "singleHand": {"enabled": true, "level": 3}, "shield": {"enabled": true, "level": 5}}','05c619eb-904a-4b59-a61e-408a618d1325',0,'adult',0,'2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000',0,0,'llttlelbls',NULL,NULL,'kaya birch',0,0);
INSERT INTO "users" VALUES('bb53e242-d0c2-4272-b068-ec99fd783482',NULL,NULL,'dario.zeller.25@example.org','Dario','Zeller','Pale Dragonfly',NULL,NULL,NULL,NULL,'master','active',0,5,0,3,0,'{}','{"shield": {"enabled": true, "level": 5}, "greatWeapon": {"enabled": true, "level": 1}, "dualWielder": {"enabled": false, "level": 5}}','4d502994-2192-4a98-8146-39f0f3f7f542',0,'adult',0,'2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000',0,0,'paledragonfly',NULL,NULL,'dario zeller',0,1);
INSERT INTO "users" VALUES('d4318c46-453f-4b2c-9a4f-bab02133db57','http://rookiebattle.localhost/dev-oidc','demo-organiser','organiser@example.org','Theo','Marsh','Marsh Warden','Runs events: creates, edits and settles them.',NULL,NULL,NULL,'premium','active',0,0,0,3,0,'{"red": 4, "brown": 1, "wood": 1, "lightBlue": 1, "green": 1, "roleplay": 1}','{"bow": {"enabled": true, "level": 0}, "dualWielder": {"enabled": true, "level": 1}, "spear": {"enabled": true, "level": 1}, "singleHand": {"enabled": true, "level": 4}, "shield": {"enabled": true, "level": 3}, "battlefieldMedic": {"enabled": true, "level": 2}}','cbaa58b2-e51e-4ba7-aec2-f3cd13da9b85',0,'adult',0,'2026-09-08 04:03:48.000000','2026-09-02 04:03:48.000000',1,1,'rnarshwarden',NULL,NULL,'theo marsh',0,1);
INSERT INTO "users" VALUES('de834d7c-9146-48a6-9e4b-48e90f15f7ce',NULL,NULL,'mina.yarrow.44@example.org','Mina','Yarrow','Iron Jackdaw',NULL,NULL,NULL,NULL,'basic','expired',0,1,0,1,0,'{"brown": 9, "roleplay": 2}','{"battlefieldMedic": {"enabled": true, "level": 0}, "dualWielder": {"enabled": true, "level": 4}, "bow": {"enabled": true, "level": 4}}','c532744b-be76-4773-932f-0cef153e0664',0,'minor',0,'2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000',0,0,NULL,NULL,NULL,'mina yarrow',0,0);
INSERT INTO "users" VALUES('eaafe2dd-5ff3-43ca-aeae-24ea9194614a',NULL,NULL,'viggo.nash.177@example.org','Viggo','Nash',NULL,'Marshal in training.',NULL,NULL,NULL,'master','active',0,0,1,1,0,'{}','{"spear": {"enabled": true, "level": 3}}',NULL,0,'adult',0,'2026-09-08 04:03:48.000000','2026-09-08 04:03:48.000000',0,0,NULL,NULL,NULL,'viggo nash',0,1);
CREATE TABLE webhook_events (
	id VARCHAR(255) NOT NULL, 
	type VARCHAR(255) NOT NULL, 
	about VARCHAR(255) NOT NULL, 
	body VARCHAR NOT NULL, 
	happened_at DATETIME NOT NULL, 
	received_at DATETIME NOT NULL, 
	state VARCHAR(20) NOT NULL, 
	attempts INTEGER NOT NULL, 
	due_at DATETIME NOT NULL, 
	claimed_until DATETIME, 
	last_error VARCHAR(255) NOT NULL, 
	handled_at DATETIME, 
	CONSTRAINT pk_webhook_events PRIMARY KEY (id)
);
INSERT INTO "webhook_events" VALUES('evt_1','payment_intent.succeeded','pi_1','{}','2026-11-28 04:08:23.660893','2026-11-28 04:08:23.862208','waiting',0,'2026-11-28 04:08:23.862218',NULL,'',NULL);
CREATE INDEX ix_audit_log_at ON audit_log (at);
CREATE INDEX ix_audit_log_subject_id ON audit_log (subject_id);
CREATE INDEX ix_chapters_name ON chapters (name);
CREATE INDEX ix_users_chapter_id ON users (chapter_id);
CREATE INDEX ix_users_game_name ON users (game_name);
CREATE INDEX ix_events_chapter_id_start_at ON events (chapter_id, start_at);
CREATE INDEX ix_events_event_type_start_at ON events (event_type, start_at);
CREATE INDEX ix_events_parent_event_id ON events (parent_event_id);
CREATE INDEX ix_events_start_at_id ON events (start_at, id, end_at, is_public);
CREATE INDEX ix_sessions_expire ON sessions (expire);
CREATE INDEX ix_sessions_user_id ON sessions (user_id);
CREATE INDEX ix_event_registrations_user_id_cancelled_at ON event_registrations (user_id, cancelled_at);
CREATE INDEX ix_notifications_chapter_id ON notifications (chapter_id);
CREATE INDEX ix_notifications_created_by ON notifications (created_by);
CREATE INDEX ix_notifications_created_at_id ON notifications (created_at, id);
CREATE INDEX ix_notifications_is_active_created_at_id ON notifications (is_active, created_at, id);
CREATE INDEX ix_chapter_requests_created_at ON chapter_requests (created_at);
CREATE INDEX ix_chapter_requests_email ON chapter_requests (email);
CREATE INDEX ix_chapter_requests_user_id ON chapter_requests (user_id);
CREATE INDEX ix_resources_category_sort_title_id ON resources (category, sort_title, id);
CREATE INDEX ix_resources_created_by ON resources (created_by);
CREATE INDEX ix_resources_sort_title_id ON resources (sort_title, id);
CREATE INDEX ix_resource_words_category_word_resource_id ON resource_words (category, word, resource_id);
CREATE INDEX ix_resource_words_word_resource_id ON resource_words (word, resource_id);
CREATE INDEX ix_outbox_state_due_at ON outbox (state, due_at);
CREATE INDEX ix_outbox_user_id ON outbox (user_id);
CREATE UNIQUE INDEX ix_users_game_name_key ON users (game_name_key);
CREATE INDEX ix_audit_log_actor_id_at ON audit_log (actor_id, at);
CREATE INDEX ix_events_organizer_id_start_at ON events (organizer_id, start_at);
CREATE INDEX ix_outbox_state_turn_at_due_at ON outbox (state, turn_at, due_at);
CREATE INDEX ix_outbox_sender_state_turn_at ON outbox (sender, state, turn_at) WHERE sender IS NOT NULL;
CREATE INDEX ix_audit_words_at_line_id ON audit_words (at, line_id);
CREATE INDEX ix_audit_words_kind_at ON audit_words (kind, at);
CREATE INDEX ix_audit_words_actor_id_at ON audit_words (actor_id, at);
CREATE INDEX ix_audit_words_user_id ON audit_words (user_id);
CREATE TRIGGER audit_log_update BEFORE UPDATE OF id, at, actor_id, action, subject_id, details ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_log_delete BEFORE DELETE ON audit_log WHEN NOT EXISTS (SELECT 1 FROM audit_pardons WHERE user_id IN (OLD.actor_id, OLD.subject_id)) BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_log_count BEFORE UPDATE OF times, last_at ON audit_log WHEN NOT (NEW.times > OLD.times) BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_words_update BEFORE UPDATE OF line_id, at, actor_id, action, kind, thing, sought, changes, user_id ON audit_words BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_words_delete BEFORE DELETE ON audit_words WHEN NOT EXISTS (SELECT 1 FROM audit_pardons WHERE user_id IN (OLD.actor_id, OLD.user_id)) AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND erased_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE INDEX ix_progress_notes_user_id ON progress_notes (user_id);
CREATE TRIGGER progress_entries_insert BEFORE INSERT ON progress_entries WHEN EXISTS (SELECT 1 FROM progress_entries WHERE id = NEW.id OR undoes = NEW.undoes OR (user_id = NEW.user_id AND number = NEW.number)) BEGIN SELECT RAISE(ABORT, 'progress_entries is append-only'); END;
CREATE TRIGGER progress_entries_update BEFORE UPDATE ON progress_entries BEGIN SELECT RAISE(ABORT, 'progress_entries is append-only'); END;
CREATE TRIGGER progress_entries_delete BEFORE DELETE ON progress_entries WHEN 1 = 1 BEGIN SELECT RAISE(ABORT, 'progress_entries is append-only'); END;
CREATE TRIGGER progress_notes_insert BEFORE INSERT ON progress_notes WHEN EXISTS (SELECT 1 FROM progress_notes WHERE entry_id = NEW.entry_id) BEGIN SELECT RAISE(ABORT, 'progress_notes is append-only'); END;
CREATE TRIGGER progress_notes_update BEFORE UPDATE ON progress_notes BEGIN SELECT RAISE(ABORT, 'progress_notes is append-only'); END;
CREATE TRIGGER progress_notes_delete BEFORE DELETE ON progress_notes WHEN NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND erased_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'progress_notes is append-only'); END;
CREATE INDEX ix_user_words_word_user_id ON user_words (word, user_id);
CREATE INDEX ix_users_sort_name_id ON users (sort_name, id);
CREATE INDEX ix_users_created_at_id ON users (created_at, id);
CREATE INDEX ix_users_chapter_id_sort_name ON users (chapter_id, sort_name, id);
CREATE INDEX ix_users_membership_tier_sort_name ON users (membership_tier, sort_name, id);
CREATE INDEX ix_users_membership_status_sort_name ON users (membership_status, sort_name, id);
CREATE INDEX ix_users_is_admin_sort_name ON users (is_admin, sort_name, id);
CREATE INDEX ix_left_organizers_fingerprint ON left_organizers (fingerprint);
CREATE INDEX ix_left_organizers_left_at ON left_organizers (left_at);
CREATE INDEX ix_users_directory ON users (chapter_id, ((CASE WHEN age_band = 'adult' AND shows_profile THEN trim(coalesce(nullif(first_name, ''), game_name, '') || ' ' || coalesce(last_name, '')) ELSE coalesce(game_name, '') END) = ''), lower(CASE WHEN age_band = 'adult' AND shows_profile THEN trim(coalesce(nullif(first_name, ''), game_name, '') || ' ' || coalesce(last_name, '')) ELSE coalesce(game_name, '') END), id);
CREATE INDEX ix_kept_files_created_at ON kept_files (created_at);
CREATE INDEX ix_event_origins_uid_digest ON event_origins (uid_digest);
CREATE INDEX ix_users_newcomers ON users (sort_name, id) WHERE age_band IS NULL AND erased_at IS NULL;
CREATE INDEX ix_uploads_user_id ON uploads (user_id);
CREATE INDEX ix_uploads_state_changed_at ON uploads (state, changed_at);
CREATE INDEX ix_media_place_id ON media (place, id);
CREATE INDEX ix_media_media_type_place_id ON media (media_type, place, id);
CREATE INDEX ix_media_category_place_id ON media (category, place, id);
CREATE INDEX ix_media_event_id_place_id ON media (event_id, place, id);
CREATE INDEX ix_media_uploaded_by ON media (uploaded_by);
CREATE INDEX ix_media_tags_tag_place_media_id ON media_tags (tag, place, media_id);
CREATE INDEX ix_payments_status_created_at ON payments (status, created_at);
CREATE INDEX ix_payments_created_at_id ON payments (created_at, id);
CREATE INDEX ix_payments_event_id ON payments (event_id);
CREATE INDEX ix_payments_registration_id ON payments (registration_id);
CREATE INDEX ix_payments_subscription_id ON payments (subscription_id);
CREATE INDEX ix_payment_entries_at_id ON payment_entries (at, id);
CREATE TRIGGER payment_entries_insert BEFORE INSERT ON payment_entries WHEN EXISTS (SELECT 1 FROM payment_entries WHERE id = NEW.id OR (payment_id = NEW.payment_id AND number = NEW.number) OR (what = NEW.what AND provider_id = NEW.provider_id)) BEGIN SELECT RAISE(ABORT, 'payment_entries is append-only'); END;
CREATE TRIGGER payment_entries_update BEFORE UPDATE ON payment_entries BEGIN SELECT RAISE(ABORT, 'payment_entries is append-only'); END;
CREATE TRIGGER payment_entries_delete BEFORE DELETE ON payment_entries BEGIN SELECT RAISE(ABORT, 'payment_entries is append-only'); END;
CREATE INDEX ix_subscriptions_user_id ON subscriptions (user_id);
CREATE INDEX ix_subscriptions_paid_until ON subscriptions (paid_until);
CREATE INDEX ix_webhook_events_state_due_at ON webhook_events (state, due_at);
CREATE INDEX ix_payment_orders_state_due_at ON payment_orders (state, due_at);
CREATE INDEX ix_payment_orders_payment_id ON payment_orders (payment_id);
CREATE INDEX ix_idempotency_keys_created_at ON idempotency_keys (created_at);
CREATE INDEX ix_event_registrations_hold_expires_at ON event_registrations (hold_expires_at);
CREATE INDEX ix_seat_wishes_user_id ON seat_wishes (user_id);
CREATE INDEX ix_events_chapter_id_event_type_start_at ON events (chapter_id, event_type, start_at);
COMMIT;
