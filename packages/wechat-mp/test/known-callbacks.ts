/**
 * Everything that the platform is known to push: `kind | format | name | fields`, as samples have them. `{}` is nested.
 * Spellings are the platform's own.
 */
export const knownCallbacks = `
event | xml | annual_renew | ExpiredTime
event | xml | card_merchant_check_result | MerchantId,IsPass,Reason
event | xml | card_not_pass_check | CardId,RefuseReason
event | xml | card_pass_check | CardId
event | xml | card_pay_order | OrderId,Status,CreateOrderTime,PayFinishTime,Desc,FreeCoinCount,PayCoinCount,RefundFreeCoinCount,RefundPayCoinCount,OrderType,Memo,ReceiptInfo
event | xml | card_sku_remind | CardId,Detail
event | xml | CLICK | EventKey
event | xml | cloud_invoice_invoiceresult_event | fpqqlsh,status,nsrsbh
event | xml | FREEPUBLISHJOBFINISH | PublishEventInfo{publish_id,publish_status,article_id,article_detail{count,item{idx,article_url}},fail_idx}
event | xml | giftcard_pay_done | PageId,OrderId
event | xml | giftcard_send_to_friend | PageId,OrderId,IsChatRoom,IsReturnBack
event | xml | giftcard_user_accept | PageId,OrderId,IsChatRoom
event | xml | guide_qrcode_scan_event | GuideScanEvent{qrcode_guide_account,qrcode_guide_openid,openid,action,qrcode_info}
event | xml | kf_close_session | KfAccount
event | xml | kf_create_session | KfAccount
event | xml | kf_switch_session | FromKfAccount,ToKfAccount
event | xml | LOCATION | Latitude,Longitude,Precision
event | xml | location_select | EventKey,SendLocationInfo{Location_X,Location_Y,Scale,Label,Poiname}
event | xml | MASSSENDJOBFINISH | MsgID,Status,TotalCount,FilterCount,SentCount,ErrorCount,CopyrightCheckResult{Count,ResultList{item{ArticleIdx,UserDeclareState,AuditState,OriginalArticleUrl,OriginalArticleType,CanReprint,NeedReplaceContent,NeedShowReprintSource}},CheckState},ArticleUrlResult{Count,ResultList{item{ArticleIdx,ArticleUrl}}}
event | xml | naming_verify_fail | FailTime,FailReason
event | xml | naming_verify_success | ExpiredTime
event | xml | pic_photo_or_album | EventKey,SendPicsInfo{Count,PicList{item{PicMd5Sum}}}
event | xml | pic_sysphoto | EventKey,SendPicsInfo{Count,PicList{item{PicMd5Sum}}}
event | xml | pic_weixin | EventKey,SendPicsInfo{Count,PicList{item{PicMd5Sum}}}
event | xml | qualification_verify_fail | FailTime,FailReason
event | xml | qualification_verify_success | ExpiredTime
event | xml | SCAN | EventKey,Ticket
event | xml | scancode_push | EventKey,ScanCodeInfo{ScanType,ScanResult}
event | xml | scancode_waitmsg | EventKey,ScanCodeInfo{ScanType,ScanResult}
event | xml | submit_membercard_user_info | CardId,UserCardCode
event | xml | subscribe | EventKey,Ticket
event | xml | TEMPLATESENDJOBFINISH | MsgID,Status
event | xml | unsubscribe |
event | xml | update_invoice_status | Status,CardId,Code
event | xml | update_member_card | CardId,UserCardCode,ModifyBonus,ModifyBalance
event | xml | user_authorization_cancellation | OpenID,AppID
event | xml | user_authorize_invoice | SuccOrderId,FailOrderId,AppId,Source
event | xml | user_consume_card | CardId,UserCardCode,ConsumeSource,LocationName,StaffOpenId,VerifyCode,RemarkAmount,OuterStr
event | xml | user_del_card | CardId,UserCardCode
event | xml | user_enter_session_from_card | CardId,UserCardCode
event | xml | user_get_card | CardId,IsGiveByFriend,UserCardCode,FriendUserName,OuterId,OldUserCardCode,OuterStr,IsRestoreMemberCard,IsRecommendByFriend,UnionId
event | xml | user_gifting_card | CardId,UserCardCode,IsReturnBack,FriendUserName,IsChatRoom
event | xml | user_pay_from_pay_cell | CardId,UserCardCode,TransId,LocationId,Fee,OriginalFee
event | xml | user_view_card | CardId,UserCardCode,OuterStr
event | xml | verify_expired | ExpiredTime
event | xml | VIEW | EventKey
event | xml | view_miniprogram | EventKey,MenuId
message | xml | link | Title,Description,Url,MsgId
message | xml | shortvideo | MediaId,ThumbMediaId,MsgId
event | json | subscribe_msg_change_event | List{TemplateId,SubscribeStatusString}
event | xml | subscribe_msg_change_event | SubscribeMsgChangeEvent{List{TemplateId,SubscribeStatusString}}
event | json | subscribe_msg_popup_event | List{TemplateId,SubscribeStatusString,PopupScene}
event | xml | subscribe_msg_popup_event | SubscribeMsgPopupEvent{List{TemplateId,SubscribeStatusString,PopupScene}}
event | json | subscribe_msg_sent_event | List{TemplateId,MsgID,ErrorCode,ErrorStatus}
event | xml | subscribe_msg_sent_event | SubscribeMsgSentEvent{List{TemplateId,MsgID,ErrorCode,ErrorStatus}}
event | json | user_authorization_revoke | OpenID,AppID,RevokeInfo
event | xml | user_authorization_revoke | OpenID,AppID,RevokeInfo
event | json | user_info_modified | openid,appid
event | xml | user_info_modified | openid,appid
message | xml | image | PicUrl,MediaId,MsgId
message | xml | location | Location_X,Location_Y,Scale,Label,MsgId
message | json | text | Content,MsgId,BusinessId
message | xml | text | Content,MsgId,BusinessId
message | xml | video | MediaId,ThumbMediaId,MsgId
message | xml | voice | MediaId,Format,MsgId
`;
